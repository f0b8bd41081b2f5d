"""The Inventor's two hexes, pressed in either order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.path_words import OPEN
from cogs.choose.picker import Path, Question, of_kind, unique
from cogs.games import picker_frame
from cogs.screen import Button, Screen, rows_of
from rules.catan.expansions.cities_knights.progress.inventor import CardInventor
from rules.core import encode

from .... import places
from ....parts import CatanRoom
from .card import Card


class Inventor(Card):
    """One hex, then the other."""

    async def screen(self, room: CatanRoom, asked: Question, text: str, spare: Sequence[Button]) -> Screen | None:
        """Every hex that can be one of the two; then every other that goes with it."""
        moves = [move for move in of_kind(room.legal, CardInventor.kind) if isinstance(move, CardInventor)]
        chosen = next((token for _, token in asked.crumbs), "")
        if chosen:
            going = [move for move in moves if chosen in (str(move.hex), str(move.hex2))]
            buttons = []
            for move in sorted(going, key=lambda move: move.hex + move.hex2):  # one of the two is the same in all
                other = str(move.hex2 if chosen == str(move.hex) else move.hex)
                buttons.append(room.commit([*room.before, encode(move)], room.label("hex", other)))
            files = await places.picture(room, asked, places.marks(going))
        else:
            lower = {move.hex for move in moves}
            hexes = sorted(unique([*lower, *(move.hex2 for move in moves)]))
            words = [((str(h),) if h in lower else (OPEN, str(h))) for h in hexes]
            paths = [Path(room.before, (CardInventor.kind, *word)) for word in words]
            buttons = [room.onward(path, room.label("hex", str(h))) for path, h in zip(paths, hexes, strict=True)]
            files = await places.picture(room, asked, places.marks(moves))
        return picker_frame.framed(room, asked, text, rows_of(buttons), files)


CARD: Final = Inventor(CardInventor.kind)
