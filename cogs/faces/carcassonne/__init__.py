"""Carcassonne: cell, turn and figure on one way, each with its picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs import screens
from cogs.picker import Path, Question, pack, unique
from cogs.screen import Button, Choice, File, Row, Screen, rows_of
from render import Mark
from rules.carcassonne import preview
from rules.carcassonne.cells import Cell
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.moves import Deploy, Pass, Place
from rules.core import Move, encode
from service.model import StoredEvent, Table
from words import Voice

from .generic import Face, Scored

if TYPE_CHECKING:
    from cogs.room import Room

FOLLOWER: Final = "follower"
CATEGORY: Final = {"road": "roads", "city": "cities", "monastery": "monasteries", "field": "fields"}
SCORED: Final = ("carc.feature.scored", "carc.feature.final", "carc.field.scored", "carc.city.supplied")


class Carcassonne(Face):
    """The tile is laid and its figure chosen in one act; the last picture shows both before they count."""

    tips = ("carc.tip.lay", "carc.tip.figure", "carc.tip.farmer")
    minute = tuple(f"carc.minute.{n}" for n in range(1, 7))
    quiet = ("carc.tile.drawn", "carc.figure.passed", "carc.game.begun")  # the picture and the ping line say them
    confirms = False
    open_moves = True

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        last = ("pass",)
        return [*(kind for kind in kinds if kind not in last), *(kind for kind in kinds if kind in last)]

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        if field == "turn":
            return (f"{token}°",)
        if field == "spot":
            cell, _, place = token.partition(".")
            said = voice.word("carc", "place", place)
            return (voice("carc.pick.spot", cell=cell, place=place), said) if place else ()
        return ()

    def told(self, voice: Voice, field: str, token: str) -> str:
        return token if field == "turn" else super().told(voice, field, token)

    def fold(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """A tile and the figure put on it are one sentence."""
        told: list[StoredEvent] = []
        for event in events:
            before = told[-1] if told else None
            if (
                event.key == "carc.figure.deployed" and before is not None and before.key == "carc.tile.laid"
                and before.params["cell"] == event.params["cell"]
            ):
                told[-1] = StoredEvent("carc.tile.laid_with", {**event.params, **before.params}, None, before.reveals)
            else:
                told.append(event)
        return told

    def ended(self, view: Any) -> Any:
        return replace(view, drawn=None, active=None, tasks={}, just_laid=None)

    def marks(self, table: Table, view: Any) -> Sequence[Any]:
        return [Mark(str(cell), str(cell), tone="last") for cell in view.changed]

    def detail(self, view: Any, seat: int, voice: Voice) -> str:
        told = [
            voice(f"carc.supply.{figure}", n=n)
            for figure, n in view.supply[seat].items()
            if voice.has(f"carc.supply.{figure}") and (n or figure == FOLLOWER)
        ]
        return voice.join(told)

    def hand(self, view: Any, seat: int, voice: Voice) -> str:
        told = [voice("carc.hand.figures", figures=self.detail(view, seat, voice))]
        standing: dict[str, int] = {}
        for piece in view.pieces:
            if piece.seat == seat:
                spot = voice("carc.pick.spot", cell=str(piece.cell), place=piece.place)
                standing[spot] = standing.get(spot, 0) + 1
        if standing:
            told.append(voice("carc.hand.standing", places=list(standing)))
        if view.drawn is not None and view.drawn.seat == seat:
            told.append(voice("carc.hand.tile"))
        return "\n".join(told)

    def legal(self, moves: Sequence[Move]) -> Sequence[tuple[str, tuple[int, ...]]]:
        found: dict[str, list[int]] = {}
        for move in moves:
            if isinstance(move, Place):
                found.setdefault(str(move.cell), []).append(int(move.turn))
        return [(cell, tuple(turns)) for cell, turns in found.items()]

    def parts(self, view: Any) -> Sequence[str]:
        cells = [laid.cell for laid in view.laid]
        west, east = min(c.x for c in cells), max(c.x for c in cells)
        north, south = min(c.y for c in cells), max(c.y for c in cells)
        found = []
        for y in range(north, south + 1, 4):
            for x in range(west, east + 1, 4):
                corner = Cell(min(x + 3, east), min(y + 3, south))
                if any(x <= c.x <= corner.x and y <= c.y <= corner.y for c in cells):
                    found.append(f"{Cell(x, y)}-{corner}")
        return found

    def scored(self, event: StoredEvent) -> Scored | None:
        told = event.params
        if not event.key.startswith(SCORED) or not told.get("points") or not told.get("seats"):
            return None
        feature = "field" if event.key == "carc.city.supplied" else str(told["feature"])
        final = event.key.startswith("carc.feature.final") and feature != "field"
        rule = f"carc.rule.{feature}_final" if final else f"carc.rule.{feature}"
        if event.key == "carc.city.supplied":
            rule = "carc.rule.supplied"
        elif feature == "city" and not final and told.get("each") == 1:
            rule = "carc.rule.city_tiny"
        cells = [*told.get("tiles", ())]
        for group in told.get("cities", ()):
            cells += group
        return Scored(
            dict.fromkeys(told["seats"], told["points"]),
            CATEGORY[feature],
            tuple(unique(map(str, cells))),
            (str(told["spot"]),) if "spot" in told else (),
            rule,
        )

    async def picture(self, room: Room, question: Question) -> tuple[File, ...]:
        """The board, with the cells or places that are asked for."""
        marks = tuple(Mark(choice.token, choice.token) for choice in question.choices if _is_spot(question))
        return await room.picture(
            f"choice {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
        )

    async def screen(self, room: Room, question: Question) -> Screen | None:
        first = question.moves[0]
        kinds = {type(move) for move in question.moves}
        if kinds == {Place}:
            if isinstance(first, Place) and question.shape == "move":
                return await self._lay_and_figure(room, question, first)
            return await (self._turns(room, question) if question.field == "turn" else self._cells(room, question))
        laid = room.view.just_laid is not None
        if kinds <= {Deploy, Pass} and laid and not room.before and question.field != "figure":
            return await self._figure(room, question)
        return None

    async def _cells(self, room: Room, question: Question) -> Screen:
        """Where the tile goes."""
        moves = [move for move in question.moves if isinstance(move, Place)]
        cells = unique(move.cell for move in moves)
        marks = tuple(Mark(str(cell), str(cell)) for cell in cells)
        files = await room.picture("cells", lambda renderer, view, look: renderer.choice(view, look, marks))
        rows: Sequence[Row]
        if question.as_buttons:
            rows = rows_of([room.onward(choice.path, choice.token) for choice in question.choices])
        elif packed := [] if len(moves) > 125 else pack(moves, lambda move: move.cell.bucket):
            rows = [self._row(room, slot, run) for slot, (run, _, _) in enumerate(packed)]
        else:
            rows = screens.selects(room, question)
        return screens.framed(room, question, room.say("carc.pick.cell"), rows, files)

    def _row(self, room: Room, slot: int, run: Sequence[Place]) -> Row:
        """Cells with turns, a row of the board or some rows together: what is chosen skips the screen of turns."""
        first, last = run[0].cell.bucket, run[-1].cell.bucket
        said = room.say("carc.pick.row", n=first) if first == last else room.say("carc.pick.rows", n=first, m=last)
        choices = [
            Choice(encode(move), room.say("carc.pick.cell_turn", cell=str(move.cell), turn=int(move.turn)))
            for move in run
        ]
        return room.select(slot, Path((), ("place",)), choices, said)

    async def _turns(self, room: Room, question: Question) -> Screen:
        """How it is turned."""
        places = [move for move in question.moves if isinstance(move, Place)]
        cell = places[0].cell
        turns = tuple(place.turn for place in places)
        files = await room.picture(
            f"turns {cell}", lambda renderer, view, look: renderer.turns(view, look, cell, turns)
        )
        rows = rows_of([room.onward(choice.path, f"{choice.token}°") for choice in question.choices])
        return screens.framed(room, question, room.say("carc.pick.turn", cell=str(cell)), rows, files)

    async def _lay_and_figure(self, room: Room, question: Question, place: Place) -> Screen:
        """The tile as it would lie, and which figure goes on it: the preview and its confirmation in one."""
        line = encode(place)
        seen = preview.preview(_game(room), room.state, room.seat, place)
        marks = self._place_marks(room, seen.places)
        view = room.view
        files = await room.picture(
            f"preview {line}",
            lambda renderer, _view, look: renderer.preview(view, look, marks, cell=place.cell, turn=place.turn),
        )
        told = [room.voice.phrase(phrase) for phrase in room.game.explain(room.state, room.seat, place)]
        onward = room.after(line)
        bare = onward is None or not seen.asks_figure
        key = "carc.pick.preview_bare" if bare else "carc.pick.preview"
        head = room.say(key, cell=str(place.cell), turn=int(place.turn))
        if onward is None or bare:
            rows = rows_of([room.commit([line], room.say("carc.pick.lay"))])
            return screens.framed(room, question, _lines(head, *told), rows, files)
        buttons = [room.commit([line, "pass figure"], room.say("carc.pick.lay_bare"))]
        buttons += self._followers(room, seen.places, [line])
        others = self._others(onward)
        if others:
            buttons.append(Button(room.pick_id(Path((line,), ())), room.say("carc.pick.other")))
        text = _lines(head, *told, *self._place_lines(room, seen.places), room.say("carc.pick.ends_turn"))
        return screens.framed(room, question, text, rows_of(buttons), files)

    async def _figure(self, room: Room, question: Question) -> Screen:
        """The tile lies already: only the figure is open."""
        cell = room.view.just_laid
        places = preview.places(_game(room), room.state, room.seat)
        marks = self._place_marks(room, places)
        files = await room.picture(
            "figure", lambda renderer, view, look: renderer.preview(view, look, marks, cell=cell, turn=None)
        )
        buttons = [room.commit(["pass figure"], room.say("carc.pick.bare"))]
        buttons += self._followers(room, places, [])
        if self._others(room):
            buttons.append(Button(room.pick_id(Path((), ("deploy",))), room.say("carc.pick.other")))
        done = [move for move in room.legal if isinstance(move, Pass)]
        told = [room.voice.phrase(p) for move in done[:1] for p in room.game.explain(room.state, room.seat, move)]
        text = _lines(room.say("carc.pick.figure", cell=str(cell)), *self._place_lines(room, places), *told)
        return screens.framed(room, question, text, rows_of(buttons), files)

    def _followers(self, room: Room, places: Sequence[preview.PlaceInfo], before: Sequence[str]) -> list[Button]:
        return [
            room.commit(
                [*before, encode(Deploy(FOLLOWER, info.spot))],
                room.say("carc.pick.follower", place=info.spot.place),
            )
            for info in places
            if FOLLOWER in info.figures
        ]

    def _others(self, room: Room) -> bool:
        """Whether there is more to choose than a follower for the tile just laid."""
        return any(
            not isinstance(move, (Deploy, Pass)) or (isinstance(move, Deploy) and move.figure != FOLLOWER)
            for move in room.legal
        )

    def _place_marks(self, room: Room, places: Sequence[preview.PlaceInfo]) -> tuple[Mark, ...]:
        return tuple(
            Mark(info.spot.place, str(info.spot), note=self._place_line(room, info)) for info in places if info.legal
        )

    def _place_lines(self, room: Room, places: Sequence[preview.PlaceInfo]) -> list[str]:
        """The list under the picture; each line begins with the token that the picture bears."""
        return [
            room.say("carc.pick.item", token=info.spot.place, text=self._place_line(room, info)) for info in places
        ]

    def _place_line(self, room: Room, info: preview.PlaceInfo) -> str:
        """A place of the tile: what it belongs to, how big that is, whose, and what it gives now."""
        n = len(info.tiles)
        if info.feature == "field":
            key = "field_occupied" if info.occupied_by else "field"
        elif info.occupied_by:
            key = "occupied"
        elif info.feature == "monastery":
            key, n = "monastery", 9 - len(info.open_at)
        else:
            key = ("complete" if info.complete else "open") + ("_shields" if info.shields else "")
        return room.say(
            f"carc.info.{key}",
            place=info.spot.place, n=n, shields=info.shields, points=info.points, cities=info.cities,
            seats=list(info.occupied_by),
        )  # fmt: skip


def _is_spot(question: Question) -> bool:
    return question.shape == "values" and question.field in ("cell", "spot")


def _game(room: Room) -> CarcassonneGame:
    """The game of a table that this face is asked to show."""
    assert isinstance(room.game, CarcassonneGame)
    return room.game


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


FACE: Final = Carcassonne()

__all__ = ["FACE"]
