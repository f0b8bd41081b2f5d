"""The Inventor's two hexes, pressed in either order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.choose import screens
from cogs.choose.path_words import OPEN
from cogs.choose.picker import Path, Question, of_kind, unique
from cogs.screen import Screen, rows_of
from rules.catan.expansions.cities_knights.progress.inventor import CardInventor
from rules.core import encode

from . import places

if TYPE_CHECKING:
    from cogs.choose.room import Room


async def screen(room: Room, question: Question, text: str) -> Screen:
    """Every hex that can be one of the two; then every other that goes with it."""
    moves = [move for move in of_kind(room.legal, CardInventor.kind) if isinstance(move, CardInventor)]
    chosen = next((token for _, token in question.crumbs), "")
    if chosen:
        going = [move for move in moves if chosen in (str(move.hex), str(move.hex2))]
        buttons = []
        for move in sorted(going, key=lambda move: move.hex + move.hex2):  # one of the two is the same in all
            other = str(move.hex2 if chosen == str(move.hex) else move.hex)
            buttons.append(room.commit([*room.before, encode(move)], room.label("hex", other)))
        files = await places.picture(room, question, places.marks(going))
    else:
        lower = {move.hex for move in moves}
        hexes = sorted(unique([*lower, *(move.hex2 for move in moves)]))
        words = [((str(h),) if h in lower else (OPEN, str(h))) for h in hexes]
        paths = [Path(room.before, (CardInventor.kind, *word)) for word in words]
        buttons = [room.onward(path, room.label("hex", str(h))) for path, h in zip(paths, hexes, strict=True)]
        files = await places.picture(room, question, places.marks(moves))
    return screens.framed(room, question, text, rows_of(buttons), files)
