"""The Smith: promotes one or two knights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import Question
from cogs.games.picker_frame import frame_screen
from cogs.screen import MAX_BUTTONS, Button, Screen, split_into_rows
from rules.catan.expansions.cities_knights.progress.smith import CardSmith
from rules.core import encode_move

from .... import places
from ....parts import CatanSeatView
from .card import ProgressCardFace


class Smith(ProgressCardFace):
    """Knights in either order."""

    async def own_screen(
        self, seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
    ) -> Screen | None:
        """A button per knight or pair; of both orders the first legal one."""
        if question.shape != "set" or len(question.moves) > MAX_BUTTONS:
            return None
        lines: dict[frozenset[str], str] = {}
        for move in question.moves:
            lines.setdefault(frozenset(encode_move(move).split(" ")[1].split(",")), encode_move(move))
        buttons = [
            seat_view.play_button(
                [*seat_view.chosen_lines, line], seat_view.value_label(question.field or "", line.split(" ")[1])
            )
            for line in lines.values()
        ]
        files = await places.island_picture(seat_view, question, places.marks_for_moves(question.moves))
        return frame_screen(seat_view, question, text, split_into_rows([*buttons, *pass_buttons]), files)


CARD: Final = Smith(CardSmith.kind, effect_prefixes=("catan.knight.promoted", "catan.story.promoted"))
