"""The Princess & the Dragon: the way of the dragon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from render.carcassonne.extras import Extra
from render.carcassonne.news import Event, FigureNews, MovedFigure, RemovedFigure, Way
from render.carcassonne.points_sentences import name_seats, points_sentence
from render.core.look import Look
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import join_list
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece

STEP_KEYS: Final = ("carc.dragon.moved", "carc.dragon.eats", "carc.dragon.goes", "carc.dragon.goes_eats")
FAIRY_TAKEN_KEY: Final = "carc.fairy.taken"
FAIRY_KEYS: Final = ("carc.fairy.came", "carc.fairy.moved", FAIRY_TAKEN_KEY)
FAIRY_POINTS_KEYS: Final = ("carc.fairy.turn", "carc.fairy.scored")
MOVED_FIGURE_BY_KEY: Final = {
    **dict.fromkeys(FAIRY_KEYS, "fairy"),
    "carc.dragon.comes": "dragon",
    "carc.dragon.called": "dragon",
    **dict.fromkeys(STEP_KEYS, "dragon"),
}
OWN_LOSS_WEIGHT, OTHER_LOSS_WEIGHT = 100, 5  # figures sent home
FAIRY_WEIGHT, SMALL_WEIGHT = 4, 3  # the fairy moved; her points and steps of the dragon
RETURN_KEYS: Final = (*STEP_KEYS, "carc.princess.sent")


class Lair(Extra):
    rank = 40
    sources: ClassVar = {"fairy": "fairy"}
    brief_key_prefixes = (*STEP_KEYS, *FAIRY_KEYS, *FAIRY_POINTS_KEYS, "carc.dragon.path", "carc.dragon.tiles")

    def read_figure_news(self, seen: Any, events: Sequence[Event]) -> Iterable[FigureNews]:
        ways: list[list[Cell]] = []
        for key, params in events:
            if key in MOVED_FIGURE_BY_KEY:
                yield MovedFigure(MOVED_FIGURE_BY_KEY[key], params["seat"])
            if key in RETURN_KEYS:
                for kind, seat, spot in params.get("returned", ()):
                    yield RemovedFigure(kind, seat, Cell.parse(spot.partition(".")[0]))
            if key in STEP_KEYS:
                if params["step"] == 1 or not ways:
                    ways.append([Cell.parse(params["old"])])
                ways[-1].append(Cell.parse(params["cell"]))
        if len(seen.path) > 1:  # the whole way, including older steps
            ways[-1:] = [list(seen.path)]
        chosen = [params for key, params in events if key in STEP_KEYS and not params.get("forced")]
        choosers = {Cell.parse(params["cell"]): params["seat"] for params in chosen}
        for way in ways:
            yield Way(tuple(way), {cell: choosers[cell] for cell in way[1:] if cell in choosers})

    def find_figures_taken(self, events: Sequence[Event], reader: int) -> Iterable[Piece]:
        for key, params in events:
            if key == FAIRY_TAKEN_KEY and reader in params["left_seats"]:
                yield Piece("fairy", None, Cell.parse(params["old"]), "tile")

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        for key, params in turn.events:
            if key == FAIRY_TAKEN_KEY and reader in params["left_seats"]:
                yield TurnPhrase(look.say("pic.lair.fairy_yours", cell=params["cell"]), OWN_LOSS_WEIGHT, key)
            elif key in FAIRY_KEYS:
                stays = key != FAIRY_TAKEN_KEY and seen is not None and reader in seen.graced and turn.seat != reader
                yield TurnPhrase(_describe_fairy_move(params, look, stays), FAIRY_WEIGHT, key)
            elif key in FAIRY_POINTS_KEYS:
                points_text = points_sentence(
                    "pic.lair.fairy_gives", params["seats"], look, turn.seat, reader, points=params["points"]
                )
                yield TurnPhrase(points_text, SMALL_WEIGHT, key)
        step_key = next((key for key, _ in turn.events if key in STEP_KEYS), "")
        chosen_steps = [params for key, params in turn.events if key in STEP_KEYS and not params.get("forced")]
        if any(params["seat"] != turn.seat for params in chosen_steps):
            step_texts = (
                look.say("pic.lair.step", name=name_seats([params["seat"]], look, reader), cell=params["cell"])
                for params in chosen_steps
            )
            yield TurnPhrase(look.say("pic.lair.steps", list=join_list(step_texts)), SMALL_WEIGHT, step_key)
        eaten = [seat for key, params in turn.events if key in STEP_KEYS for _, seat, _ in params["returned"]]
        own_count, other_seats = eaten.count(reader), [seat for seat in eaten if seat != reader]
        if own_count:
            yield TurnPhrase(look.say("pic.lair.ate_yours", n=own_count), OWN_LOSS_WEIGHT, step_key)
        if other_seats:
            names = join_list(look.seats[seat].name for seat in sorted(set(other_seats)))
            yield TurnPhrase(look.say("pic.lair.ate", n=len(other_seats), names=names), OTHER_LOSS_WEIGHT, step_key)

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        say = look.say
        if seen.left and seen.mover is not None:
            ways = join_list(map(str, seen.ways))
            yield say("pic.lair.moving", name=look.seats[seen.mover].name, n=seen.left, list=ways)
        if len(seen.path) > 1:
            yield say("pic.lair.path", list=join_list(map(str, seen.path)))
        if seen.dragon is not None:
            yield say("pic.lair.dragon", cell=str(seen.dragon))
        if seen.fairy is not None:
            yield say("pic.lair.fairy", cell=str(seen.fairy))
        if seen.away:
            yield say("pic.lair.away", n=seen.away)

    def list_text_lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        yield " ".join(self.list_alt_sentences(seen, view, look))
        if seen.volcanoes:
            yield look.say("pic.lair.volcanoes", list=join_list(map(str, seen.volcanoes)))


def _describe_fairy_move(params: Mapping[str, Any], look: Look, stays: bool) -> str:
    """The fairy's new and old place and her former owner. `stays`: she stays with the reader, who loses nothing."""
    if not params.get("old"):
        return look.say("pic.lair.fairy_to", cell=params["cell"])
    former_owners = params.get("left_seats") or ()
    if not former_owners and stays:
        return look.say("pic.lair.fairy_with_you", old=params["old"], cell=params["cell"])
    if not former_owners:
        return look.say("pic.lair.fairy_from", old=params["old"], cell=params["cell"])
    names = join_list(look.seats[seat].name for seat in former_owners)
    return look.say("pic.lair.fairy_taken", old=params["old"], names=names, cell=params["cell"])


EXTRA: Final = Lair()
