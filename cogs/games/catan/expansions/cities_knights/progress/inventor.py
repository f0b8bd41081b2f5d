"""The Inventor: two hexes, in either order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import Question, moves_of_kind, unique_items
from cogs.games.picker_frame import frame_screen
from cogs.screen import Button, Screen, split_into_rows
from rules.catan.expansions.cities_knights.progress.inventor import CardInventor

from .... import places
from ....parts import CatanSeatView
from .card import ProgressCardFace


class Inventor(ProgressCardFace):
    """One hex, then the other."""

    async def own_screen(
        self, seat_view: CatanSeatView, question: Question, text: str, pass_buttons: Sequence[Button]
    ) -> Screen | None:
        """Every possible hex, then every partner of the chosen one."""
        moves = [move for move in moves_of_kind(seat_view.legal, CardInventor.kind) if isinstance(move, CardInventor)]
        chosen = next((token for _, token in question.crumbs), "")
        if chosen:
            matching = [move for move in moves if chosen in (str(move.hex), str(move.hex2))]
            buttons = []
            # Sorted by the other hex: the chosen one is the same in all of them.
            for move in sorted(matching, key=lambda move: move.hex + move.hex2):
                other = str(move.hex2 if chosen == str(move.hex) else move.hex)
                buttons.append(seat_view.move_button(move, seat_view.value_label("hex", other)))
            files = await places.island_picture(seat_view, question, places.marks_for_moves(matching))
        else:
            first_hexes = {move.hex for move in moves}
            hexes = sorted(unique_items([*first_hexes, *(move.hex2 for move in moves)]))
            buttons = []
            for hex_ in hexes:
                words = (str(hex_),) if hex_ in first_hexes else (OPEN, str(hex_))
                path = seat_view.path_to(CardInventor.kind, *words)
                buttons.append(seat_view.next_screen_button(path, seat_view.value_label("hex", str(hex_))))
            files = await places.island_picture(seat_view, question, places.marks_for_moves(moves))
        return frame_screen(seat_view, question, text, split_into_rows(buttons), files)


CARD: Final = Inventor(CardInventor.kind)
