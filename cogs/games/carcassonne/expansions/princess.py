"""The Princess & the Dragon: dragon steps, princess, fairy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cogs.choose.picker import Question, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.games.public_table import PublicTable
from cogs.games.weighing import Scales, weigh_keys
from cogs.screen import Button, Screen, split_into_rows
from cogs.screen.event_text import Weight
from rules.carcassonne.cells import STEPS, Cell
from rules.carcassonne.expansions.princess.moves import MoveDragon, MoveFairy, SendHome
from rules.carcassonne.expansions.princess.view import LairView
from rules.carcassonne.view import CarcassonneView
from rules.core import Move, Phrase
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
    turn_start_keys = ("carc.fairy.turn",)
    keys_naming_returned_figures = MappingProxyType(HOMES)
    finishing_moves = (MoveDragon.kind,)  # players move it in turn
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
    options_needing_it = ("dragon_count", "count_lair")
    kinds_instead_of_figure = (MoveFairy.kind,)

    async def figure_alternative_screen(self, seat_view: CarcSeatView, question: Question) -> Screen | None:
        """The choice of the fairy's place."""
        moves = [move for move in question.moves if isinstance(move, MoveFairy)]
        files = await board_picture(seat_view, "fairy", (move.cell for move in moves))
        buttons = [
            seat_view.move_button(move, seat_view.say("carc.button.fairy", cell=str(move.cell))) for move in moves
        ]
        text = join_lines(seat_view.say("carc.pick.fairy"), seat_view.say("carc.about.fairy"))
        return frame_screen(
            seat_view, question, text, split_into_rows(buttons), files, parent=figures.path_to_others(seat_view)
        )

    def decision_text(self, seat_view: CarcSeatView, kind: str, moves: Sequence[Move]) -> list[str] | None:
        """The question for the dragon, with its prey on each cell, or for the princess."""
        if kind == SendHome.kind:
            return [seat_view.say("carc.ask.princess")]
        if kind != MoveDragon.kind:
            return None
        lines = [seat_view.say("carc.ask.dragon", n=self.shown_view(seat_view.view).left)]
        for move in moves:
            if isinstance(move, MoveDragon):
                there = [piece for piece in seat_view.view.pieces if piece.cell == move.cell]
                threatened = [piece.seat for piece in there if piece.place != "tile"]
                seats = unique_items(seat for seat in threatened if seat is not None)
                direction = self._direction_of_step(seat_view.view, move.cell)
                key = "carc.ask.dragon_eats" if seats else "carc.ask.dragon_free"
                lines.append(seat_view.say(key, cell=str(move.cell), direction=direction, seats=seats))
        return lines

    def answer_label(self, seat_view: CarcSeatView, move: Move) -> Answer | None:
        if isinstance(move, MoveDragon):
            return Answer(move.kind, {"direction": self._direction_of_step(seat_view.view, move.cell)})
        if isinstance(move, SendHome):
            return Answer(move.kind, _knight_params(seat_view.view, move))
        return None

    def _direction_of_step(self, view: CarcassonneView, cell: Cell) -> str:
        """The direction of the dragon's step to `cell`."""
        dragon = self.shown_view(view).dragon
        assert dragon is not None, "it flies"
        return DIRECTIONS[cell.x - dragon.x, cell.y - dragon.y]

    def quick_buttons(
        self, table: PublicTable[CarcassonneView], view: CarcassonneView, voice: Voice, seat: int, task: str
    ) -> Iterator[Button]:
        for cell in self.shown_view(view).ways if task == "dragon" else ():
            label = voice("carc.button.dragon", direction=self._direction_of_step(view, cell), cell=str(cell))
            yield from quick_move_button(table, f"{MoveDragon.kind} {cell}", label)

    def selectable_cells(self, view: CarcassonneView) -> Sequence[Cell]:
        lair = self.expansion_view(view)
        return lair.ways if lair is not None else ()

    def possession_changes(
        self, before: CarcassonneView, after: CarcassonneView, seat: int, voice: Voice
    ) -> Sequence[tuple[int, str]]:
        """The fairy's bonus, gained or lost."""
        was_graced, is_graced = (
            lair is not None and seat in lair.graced for lair in map(self.expansion_view, (before, after))
        )
        return [(is_graced - was_graced, voice("carc.fairy.each_turn"))]

    def join_pair(self, before: StoredEvent, event: StoredEvent) -> StoredEvent | None:
        """Appends a step to the dragon's path."""
        if event.key not in STEP or before.key not in (*STEP, *PATHS):
            return None
        both = [before.params, event.params]
        cells = [cell for params in both for cell in params.get("path", [params["cell"]])]
        seats = unique_items(seat for params in both for seat in params.get("seats", ()))
        figure_count = sum(params.get("n", 0) if params.get("seats") else 0 for params in both)
        eaten_figures = [figure for params in both for figure in params.get("returned", ())]
        seat_by_cell = {cell: seat for params in both for cell, seat in _seats_by_step(params).items()}
        params: dict[str, Any] = {"path": cells, "cell": cells[-1], "seats": seats, "n": figure_count}
        params |= {"by": seat_by_cell, "cells": _dragon_way(cells, seat_by_cell)}
        key = f"{PATH}_eats" if seats else PATH
        if eaten_figures:
            key = f"{key}_whom"
            params |= {"returned": eaten_figures, "home": story.returned_phrases(eaten_figures)}
        return StoredEvent(key, params, None, before.reveals or event.reveals)


def _dragon_way(cells: Sequence[str], seat_by_cell: Mapping[str, int]) -> Phrase:
    """«N50 (Ann), N51 and N52 (Cid)»; at least two steps."""
    steps: list[Any] = [
        Phrase("carc.dragon.step", {"cell": cell, "seat": seat_by_cell[cell]}) if cell in seat_by_cell else cell
        for cell in cells
    ]
    phrase = steps[0]
    for step in steps[1:-1]:
        phrase = Phrase("list.comma", {"so_far": phrase, "item": step})
    return Phrase("list.last", {"so_far": phrase, "item": steps[-1]})


def _seats_by_step(params: Mapping[str, Any]) -> Mapping[str, int]:
    """Cell -> seat that chose the step; forced steps have none."""
    if "by" in params:
        return dict(params["by"])
    return {params["cell"]: params["seat"]} if "seat" in params and not params.get("forced") else {}


def _knight_params(view: CarcassonneView, move: SendHome) -> Mapping[str, str | int]:
    """Owner and kind of the knight there."""
    pieces = [piece for piece in view.pieces if (piece.cell, piece.place) == (move.spot.cell, move.spot.place)]
    return next({"seat": piece.seat, "figure": piece.kind} for piece in pieces if piece.seat is not None)


EXTRA: Final = Princess()
