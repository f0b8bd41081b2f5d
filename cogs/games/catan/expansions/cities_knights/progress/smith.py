"""The Smith: promotes one or two knights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import Question
from cogs.games import picker_frame
from cogs.screen import BUTTONS, Button, Screen, rows_of
from rules.catan.expansions.cities_knights.progress.smith import CardSmith
from rules.core import encode_move

from .... import places
from ....parts import CatanSeatView
from .card import ProgressCardFace


class Smith(ProgressCardFace):
    """Knights in either order."""

    async def screen(
        self, seat_view: CatanSeatView, asked: Question, text: str, spare: Sequence[Button]
    ) -> Screen | None:
        """A button per knight or pair; of both orders the first legal one."""
        if asked.shape != "set" or len(asked.moves) > BUTTONS:
            return None
        lines: dict[frozenset[str], str] = {}
        for move in asked.moves:
            lines.setdefault(frozenset(encode_move(move).split(" ")[1].split(",")), encode_move(move))
        buttons = [
            seat_view.commit([*seat_view.before, line], seat_view.label(asked.field or "", line.split(" ")[1]))
            for line in lines.values()
        ]
        files = await places.island_picture(seat_view, asked, places.plates_for_moves(asked.moves))
        return picker_frame.frame_screen(seat_view, asked, text, rows_of([*buttons, *spare]), files)


CARD: Final = Smith(CardSmith.kind, effects=("catan.knight.promoted", "catan.story.promoted"))
