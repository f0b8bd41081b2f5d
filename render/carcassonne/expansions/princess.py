"""The Princess & the Dragon: the way of the dragon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from render.carcassonne.extras import Extra
from render.carcassonne.news import Event, Gone, Moved, Told, Way
from render.carcassonne.points_sentences import name_seats, points_sentence
from render.core.look import Look
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import join_list
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece

STEPS: Final = ("carc.dragon.moved", "carc.dragon.eats", "carc.dragon.goes", "carc.dragon.goes_eats")
TAKEN: Final = "carc.fairy.taken"
FAIRY: Final = ("carc.fairy.came", "carc.fairy.moved", TAKEN)
GIVES: Final = ("carc.fairy.turn", "carc.fairy.scored")
MOVES: Final = {
    **dict.fromkeys(FAIRY, "fairy"),
    "carc.dragon.comes": "dragon",
    "carc.dragon.called": "dragon",
    **dict.fromkeys(STEPS, "dragon"),
}
MINE, OTHERS, LASTING, SMALL = 100, 5, 4, 3  # weights: figures sent home, the fairy moved, her points
TAKES: Final = (*STEPS, "carc.princess.sent")


class Lair(Extra):
    rank = 40
    sources: ClassVar = {"fairy": "fairy"}
    briefed = (*STEPS, *FAIRY, *GIVES, "carc.dragon.path", "carc.dragon.tiles")

    def read(self, seen: Any, events: Sequence[Event]) -> Iterable[Told]:
        ways: list[list[Cell]] = []
        for key, params in events:
            if key in MOVES:
                yield Moved(MOVES[key], params["seat"])
            if key in TAKES:
                for kind, seat, spot in params.get("returned", ()):
                    yield Gone(kind, seat, Cell.parse(spot.partition(".")[0]))
            if key in STEPS:
                if params["step"] == 1 or not ways:
                    ways.append([Cell.parse(params["old"])])
                ways[-1].append(Cell.parse(params["cell"]))
        if len(seen.path) > 1:  # the whole way, including older steps
            ways[-1:] = [list(seen.path)]
        by = {Cell.parse(p["cell"]): p["seat"] for key, p in events if key in STEPS and not p.get("forced")}
        yield from (Way(tuple(way), {cell: by[cell] for cell in way[1:] if cell in by}) for way in ways)

    def taken(self, events: Sequence[Event], reader: int) -> Iterable[Piece]:
        for key, params in events:
            if key == TAKEN and reader in params["left_seats"]:
                yield Piece("fairy", None, Cell.parse(params["old"]), "tile")

    def brief(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        for key, params in turn.events:
            if key == TAKEN and reader in params["left_seats"]:
                yield TurnPhrase(look.say("pic.lair.fairy_yours", cell=params["cell"]), MINE, key)
            elif key in FAIRY:
                stays = key != TAKEN and seen is not None and reader in seen.graced and turn.seat != reader
                yield TurnPhrase(_describe_fairy_move(params, look, stays), LASTING, key)
            elif key in GIVES:
                given = points_sentence(
                    "pic.lair.fairy_gives", params["seats"], look, turn.seat, reader, points=params["points"]
                )
                yield TurnPhrase(given, SMALL, key)
        moved = next((key for key, _ in turn.events if key in STEPS), "")
        chosen = [params for key, params in turn.events if key in STEPS and not params.get("forced")]
        if any(params["seat"] != turn.seat for params in chosen):
            made = (
                look.say("pic.lair.step", name=name_seats([params["seat"]], look, reader), cell=params["cell"])
                for params in chosen
            )
            yield TurnPhrase(look.say("pic.lair.steps", list=join_list(made)), SMALL, moved)
        eaten = [seat for key, params in turn.events if key in STEPS for _, seat, _ in params["returned"]]
        mine, others = eaten.count(reader), [seat for seat in eaten if seat != reader]
        if mine:
            yield TurnPhrase(look.say("pic.lair.ate_yours", n=mine), MINE, moved)
        if others:
            names = join_list(look.seats[seat].name for seat in sorted(set(others)))
            yield TurnPhrase(look.say("pic.lair.ate", n=len(others), names=names), OTHERS, moved)

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
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

    def lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        yield " ".join(self.told(seen, view, look))
        if seen.volcanoes:
            yield look.say("pic.lair.volcanoes", list=join_list(map(str, seen.volcanoes)))


def _describe_fairy_move(params: Mapping[str, Any], look: Look, stays: bool) -> str:
    """The fairy's new and old place and her former owner. `stays`: she stays with the reader, who loses nothing."""
    if not params.get("old"):
        return look.say("pic.lair.fairy_to", cell=params["cell"])
    left = params.get("left_seats") or ()
    if not left and stays:
        return look.say("pic.lair.fairy_with_you", old=params["old"], cell=params["cell"])
    if not left:
        return look.say("pic.lair.fairy_from", old=params["old"], cell=params["cell"])
    names = join_list(look.seats[seat].name for seat in left)
    return look.say("pic.lair.fairy_taken", old=params["old"], names=names, cell=params["cell"])


EXTRA: Final = Lair()
