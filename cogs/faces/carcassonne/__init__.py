"""Carcassonne: cell, turn and figure on one way, each with its picture; every other decision on a screen of its own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs.choose.picker import Question
from cogs.screen import Button, File, Screen
from render import Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions import modules
from rules.carcassonne.moves import Place
from rules.core import Choices, Move, encode
from service.model import StoredEvent, Table
from words import Voice, catalogue

from ..generic import Face, Scored, Topic
from . import asked, bazaar, figures, laying, quick, words
from .weighing import SCALES

if TYPE_CHECKING:
    from cogs.choose.room import Room

POSSIBLE: Final = 12  # moves of one kind in the text board
ALSO: Final = ("figure", "quarter")  # fields whose values have a second name
NEEDED: Final = {"dragon_count": ("princess",)}  # option -> boxes without which it changes nothing
MOOT: Final = {"pig_herd": ("trade",)}  # option -> boxes with which it changes nothing


class Carcassonne(Face):
    """The tile is laid and its figure chosen in one act; the last picture shows both before they count."""

    tips = ("carc.tip.lay", "carc.tip.figure", "carc.tip.farmer")
    minute = tuple(f"carc.minute.{n}" for n in range(1, 7))
    # The picture and the ping line say them.
    quiet = (
        "carc.tile.drawn",
        "carc.tile.taken",
        "carc.figure.passed",
        "carc.game.begun",
        "carc.abbey.passed",
        "carc.count.outside",
        "carc.count.stayed",
        "carc.builder.again",
    )
    confirms = False
    open_moves = True

    def tip(self, view: Any, seat: int, shown: int) -> str:
        """While a tile is laid, the next one; beside it those that fit what is asked."""
        word = asked.task_of(view, seat)
        if word in ("lay", ""):
            return super().tip(view, seat, shown)
        if word == "figure":
            return self.tips[min(max(shown, 1), len(self.tips) - 1)]
        return f"carc.tip.{word}" if catalogue().find("en", f"carc.tip.{word}") is not None else ""

    def order(self, kinds: Sequence[str]) -> Sequence[str]:
        last = ("pass",)
        return [*(kind for kind in kinds if kind not in last), *(kind for kind in kinds if kind in last)]

    # --- words

    def names(self, voice: Voice, field: str, token: str) -> Sequence[str]:
        if field == "turn":
            return (f"{token}°",)
        if field == "spot":
            cell, _, place = token.partition(".")
            said = voice.word("carc", "place", place)
            return (voice("carc.pick.spot", cell=cell, place=place), said) if place else ()
        if field == "bridge":
            cell, _, axis = token.partition(".")
            return (voice("carc.pick.bridge_at", cell=cell, axis=axis),) if axis else ()
        if field == "lot":
            return (voice("carc.pick.lot", lot=token),)
        if field in ALSO and voice.has(f"carc.{field}_also.{token}"):
            return (voice.word("carc", field, token), voice(f"carc.{field}_also.{token}"))
        return ()

    def told(self, voice: Voice, field: str, token: str, table: Table) -> str:
        if field in ("turn", "lot"):
            return token
        return super().told(voice, field, token, table)

    def prefer(self, view: Any, field: str, tokens: Sequence[str]) -> Sequence[str]:
        """What lies on the tile just laid, where there is a choice."""
        here = f"{view.just_laid}." if view.just_laid is not None else ""
        return [token for token in tokens if here and token.startswith(here)] or tokens

    def fold(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        return words.fold(events)

    def detail(self, view: Any, seat: int, voice: Voice) -> str:
        return ", ".join(words.supply(view, seat, voice))

    def hand(self, view: Any, seat: int, voice: Voice) -> str:
        return words.hand(view, seat, voice)

    def scored(self, event: StoredEvent) -> Scored | None:
        return words.scored(event)

    def reckoning(self, event: StoredEvent, voice: Voice) -> str:
        return words.reckoning(event, voice)

    def topics(self, voice: Voice) -> Mapping[str, Topic]:
        """Every expansion: what it is about and its rules in short."""
        return {
            module: Topic(
                voice(f"carc.module.{module}"),
                "\n\n".join([voice(f"carc.module_about.{module}"), *(voice(key) for key in minutes_of(module))]),
            )
            for module in modules()
        }

    def minutes(self, choices: Choices | None) -> Sequence[str]:
        known = dict.fromkeys(self.minute)
        for module in choices.modules if choices is not None else ():
            known |= dict.fromkeys(minutes_of(module))
        return tuple(known)

    def idle(self, choices: Choices) -> Collection[str]:
        chosen = set(choices.modules)
        found = {option for option, boxes in NEEDED.items() if not chosen.issuperset(boxes)}
        return found | {option for option, boxes in MOOT.items() if chosen.issuperset(boxes)}

    # --- the table message and the text board

    def weigh(self, event: StoredEvent) -> int:
        return SCALES.weight(event)

    def felt(self, event: StoredEvent) -> Collection[int]:
        return SCALES.felt(event)

    def ended(self, view: Any) -> Any:
        return replace(view, drawn=None, active=None, tasks={}, just_laid=None)

    def marks(self, table: Table, view: Any) -> Sequence[Any]:
        return [Mark(str(cell), str(cell), tone="last") for cell in view.changed]

    def quick(self, table: Table, view: Any, voice: Voice) -> Sequence[Button]:
        return quick.buttons(table, view, voice)

    def legal(self, moves: Sequence[Move]) -> Sequence[tuple[str, tuple[int, ...]]]:
        """Cells with their turns; every other move as it is written."""
        cells: dict[str, list[int]] = {}
        for move in moves:
            if type(move) is Place:
                cells.setdefault(str(move.cell), []).append(int(move.turn))
        found: list[tuple[str, tuple[int, ...]]] = [(cell, tuple(turns)) for cell, turns in cells.items()]
        for kind in self.kinds([move for move in moves if type(move) is not Place]):
            lines = [encode(move) for move in moves if move.kind == kind]
            shown = lines if len(lines) <= POSSIBLE else [*lines[:POSSIBLE], f"{kind} …"]
            found += [(line, ()) for line in shown]
        return found

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

    # --- the picker

    async def picture(self, room: Room, question: Question) -> tuple[File, ...]:
        """The board, with the cells or places that are asked for."""
        marks = tuple(Mark(choice.token, choice.token) for choice in question.choices if _is_spot(question))
        return await room.picture(
            f"choice {question.path}", lambda renderer, view, look: renderer.choice(view, look, marks)
        )

    async def screen(self, room: Room, question: Question) -> Screen | None:
        kinds = {move.kind for move in question.moves}
        if kinds <= laying.KINDS:
            return await laying.screen(room, question)
        if any(kind.startswith(bazaar.GROUP) for kind in kinds):
            return await bazaar.screen(room, question)
        if kinds <= figures.KINDS and (figures.asked(room) or kinds == {"bridge-build"}):
            return await figures.screen(room, question)
        return await asked.screen(room, question)


def minutes_of(module: str) -> list[str]:
    """The short screens of a box; both rivers share theirs."""
    stem = "carc.river_minute" if module.startswith("river") else f"carc.{module}_minute"
    return [f"{stem}.{n + 1}" for n in range(len(list(catalogue().below("en", stem))))]


def _is_spot(question: Question) -> bool:
    return question.shape == "values" and question.field in ("cell", "spot")


FACE: Final = Carcassonne()

__all__ = ["FACE"]
