"""The Princess & the Dragon: dragon steps, princess, fairy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cogs.choose.picker import Question, unique_items
from cogs.games import picker_frame
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, weigh_keys
from cogs.screen import Button, Screen, rows_of
from cogs.screen.event_text import Weight
from rules.carcassonne.cells import STEPS, Cell
from rules.carcassonne.expansions.princess.moves import MoveDragon, MoveFairy, SendHome
from rules.carcassonne.expansions.princess.view import LairView
from rules.carcassonne.view import CarcassonneView
from rules.core import Move, Phrase, encode_move
from service.state.model import StoredEvent
from words import Voice

from .. import figures, story
from ..places import CarcSeatView, board_picture, join_lines
from .base import Answer, CarcExpansionFace, quick_move_button

DIRECTIONS: Final = dict(zip(STEPS, ("north", "east", "south", "west"), strict=True))
PATH: Final = "carc.dragon.path"
HOMES: Final = {key: f"{key}_whom" for key in ("carc.dragon.eats", "carc.dragon.goes_eats")}
STEP: Final = ("carc.dragon.moved", "carc.dragon.goes", *HOMES, *HOMES.values())
PATHS: Final = (PATH, f"{PATH}_eats", f"{PATH}_eats_whom")
EATS: Final = ("dragon.eats", "dragon.goes_eats", "dragon.path_eats")
WHOM: Final = tuple(f"{key}_whom" for key in EATS)


class Princess(CarcExpansionFace[LairView]):
    """The dragon moves, the princess returns a knight, the fairy moves."""

    key = "princess"
    opens = ("carc.fairy.turn",)
    homes = MappingProxyType(HOMES)
    finishing = (MoveDragon.kind,)  # players move it in turn
    scales = Scales(
        "carc",
        {
            **weigh_keys(
                Weight.PASSING, "dragon.moved", "dragon.goes", "dragon.path", "dragon.stuck", "princess.declined"
            ),
            **weigh_keys(Weight.GREAT, *EATS, *WHOM, "princess.sent"),
            **weigh_keys(Weight.LASTING, "fairy.turn"),
        },
        weigh_keys(Weight.LASTING, "fairy"),
        {**dict.fromkeys(EATS, "seats"), "princess.sent": "owner_seat", "fairy.taken": "left_seats"},
    )
    needed_by = ("dragon_count", "count_lair")
    beside_figure = (MoveFairy.kind,)

    def lair(self, view: CarcassonneView) -> LairView:
        found = self.seen(view)
        assert found is not None, "its moves are possible only while it is shown"
        return found

    async def further(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The choice of the fairy's place."""
        moves = [move for move in question.moves if isinstance(move, MoveFairy)]
        files = await board_picture(seat_view, "fairy", (move.cell for move in moves))
        buttons = [
            seat_view.commit([*seat_view.before, encode_move(m)], seat_view.say("carc.button.fairy", cell=str(m.cell)))
            for m in moves
        ]
        text = join_lines(seat_view.say("carc.pick.fairy"), seat_view.say("carc.about.fairy"))
        return picker_frame.frame_screen(
            seat_view, question, text, rows_of(buttons), files, parent=figures.path_to_others(seat_view)
        )

    def asks(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        if kind == SendHome.kind:
            return [seat_view.say("carc.ask.princess")]
        if kind != MoveDragon.kind:
            return None
        told = [seat_view.say("carc.ask.dragon", n=self.lair(seat_view.view).left)]
        for move in moves:
            if isinstance(move, MoveDragon):
                prey = [p.seat for p in seat_view.view.pieces if p.cell == move.cell and p.place != "tile"]
                seats = unique_items(seat for seat in prey if seat is not None)
                way = self._direction(seat_view.view, move.cell)
                key = "carc.ask.dragon_eats" if seats else "carc.ask.dragon_free"
                told.append(seat_view.say(key, cell=str(move.cell), direction=way, seats=seats))
        return told

    def answer(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        if isinstance(move, MoveDragon):
            return Answer(move.kind, {"direction": self._direction(seat_view.view, move.cell)})
        if isinstance(move, SendHome):
            return Answer(move.kind, _knight_params(seat_view.view, move))
        return None

    def _direction(self, view: CarcassonneView, cell: Cell) -> str:
        """The direction of the dragon's step to `cell`."""
        dragon = self.lair(view).dragon
        assert dragon is not None, "it flies"
        return DIRECTIONS[cell.x - dragon.x, cell.y - dragon.y]

    def quick(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        for cell in self.lair(view).ways if task == "dragon" else ():
            said = voice("carc.button.dragon", direction=self._direction(view, cell), cell=str(cell))
            yield from quick_move_button(table, f"{MoveDragon.kind} {cell}", said)

    def open(self, view: CarcassonneView) -> Sequence[Cell]:
        lair = self.seen(view)
        return lair.ways if lair is not None else ()

    def changed(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """The fairy's bonus, gained or lost."""
        had, has = (lair is not None and seat in lair.graced for lair in map(self.seen, (before, after)))
        return [(has - had, voice("carc.fairy.each_turn"))]

    def joined(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """Appends a step to the dragon's path."""
        if event.key not in STEP or before.key not in (*STEP, *PATHS):
            return None
        told = [before.params, event.params]
        cells = [cell for params in told for cell in params.get("path", [params["cell"]])]
        seats = unique_items(seat for params in told for seat in params.get("seats", ()))
        n = sum(params.get("n", 0) if params.get("seats") else 0 for params in told)
        eaten = [figure for params in told for figure in params.get("returned", ())]
        by = {cell: seat for params in told for cell, seat in _seats_by_step(params).items()}
        params: dict[str, Any] = {"path": cells, "cell": cells[-1], "seats": seats, "n": n}
        params |= {"by": by, "cells": _dragon_way(cells, by)}
        key = f"{PATH}_eats" if seats else PATH
        if eaten:
            key, params = f"{key}_whom", {**params, "returned": eaten, "home": story.returned_phrases(eaten)}
        return StoredEvent(key, params, None, before.reveals or event.reveals)


def _dragon_way(cells: Sequence[str], by: Mapping[str, int]) -> Phrase:
    """«N50 (Ann), N51 and N52 (Cid)»; at least two steps."""
    steps: list[Any] = [
        Phrase("carc.dragon.step", {"cell": cell, "seat": by[cell]}) if cell in by else cell for cell in cells
    ]
    told = steps[0]
    for step in steps[1:-1]:
        told = Phrase("list.comma", {"so_far": told, "item": step})
    return Phrase("list.last", {"so_far": told, "item": steps[-1]})


def _seats_by_step(params: Mapping[str, Any]) -> Mapping[str, int]:
    """Cell -> seat that chose the step; forced steps have none."""
    if "by" in params:
        return dict(params["by"])
    return {params["cell"]: params["seat"]} if "seat" in params and not params.get("forced") else {}


def _knight_params(view: CarcassonneView, move: SendHome) -> Mapping[str, str | int]:
    """Owner and kind of the knight there."""
    here = ((p.seat, p.kind) for p in view.pieces if (p.cell, p.place) == (move.spot.cell, move.spot.place))
    return next({"seat": seat, "figure": kind} for seat, kind in here if seat is not None)


EXTRA: Final = Princess()
