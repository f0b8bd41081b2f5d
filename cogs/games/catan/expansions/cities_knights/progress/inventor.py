"""The Inventor: two hexes, in either order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import ChoicePath, Question, moves_of_kind, unique_items
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from rules.catan.expansions.cities_knights.progress.inventor import CardInventor
from rules.core import encode_move

from .... import places
from ....parts import CatanSeatView
from .card import ProgressCardFace


class Inventor(ProgressCardFace):
    """One hex, then the other."""

    async def screen(
        self, seat_view: CatanSeatView, asked: Question, text: str, spare: Sequence[Button]
    ) -> Screen | None:
        """Every possible hex, then every partner of the chosen one."""
        moves = [move for move in moves_of_kind(seat_view.legal, CardInventor.kind) if isinstance(move, CardInventor)]
        chosen = next((token for _, token in asked.crumbs), "")
        if chosen:
            going = [move for move in moves if chosen in (str(move.hex), str(move.hex2))]
            buttons = []
            for move in sorted(going, key=lambda move: move.hex + move.hex2):  # one of the two is the same in all moves
                other = str(move.hex2 if chosen == str(move.hex) else move.hex)
                buttons.append(seat_view.commit([*seat_view.before, encode_move(move)], seat_view.label("hex", other)))
            files = await places.island_picture(seat_view, asked, places.plates_for_moves(going))
        else:
            lower = {move.hex for move in moves}
            hexes = sorted(unique_items([*lower, *(move.hex2 for move in moves)]))
            words = [((str(h),) if h in lower else (OPEN, str(h))) for h in hexes]
            paths = [ChoicePath(seat_view.before, (CardInventor.kind, *word)) for word in words]
            buttons = [
                seat_view.onward(path, seat_view.label("hex", str(h))) for path, h in zip(paths, hexes, strict=True)
            ]
            files = await places.island_picture(seat_view, asked, places.plates_for_moves(moves))
        return picker_frame.frame_screen(seat_view, asked, text, rows_of(buttons), files)


CARD: Final = Inventor(CardInventor.kind)
