"""Where the tile to lay stands beside a part of the board, and how large the board gets then. Pure.

Board and tile share a field: the tile has a corner of it that is free of land and of cells, or a side to itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from .layout import XY, Box

GAP: Final = 12  # at least, between the tile and what lies on the board
EDGE: Final = 20  # between the tile and the border of the field


@dataclass(frozen=True, slots=True)
class PictureField:
    """What the picture may take, and what it must show."""

    wide: int
    high: int  # at most
    shown: tuple[float, float, float, float]  # the part of the board that is shown whatever happens, in tiles
    tile: int  # the side of the tile to lay; 0: there is none
    largest: int
    mirrored: bool = False
    between: int = 0  # room between the board and a tile beside it


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """The plan of the field, in its own pixels."""

    side: int
    at: XY  # of the corner of cell (0, 0)
    board: Box  # the part of the field that shows the board
    size: XY
    tile: Box | None


def place_board(field: PictureField, taken: Collection[XY]) -> BoardPlacement:
    """The plan with the largest tiles. `taken`: cells that the tile to lay must not cover."""
    across, down = field.shown[2] - field.shown[0], field.shown[3] - field.shown[1]
    room = field.tile + field.between + EDGE if field.tile else 0
    full = min(field.largest, int(field.wide / across), int(field.high / down))
    beside = min(full, int((field.wide - room) / across))
    above = min(full, int((field.high - room) / down))
    if not field.tile:
        return _place_in_part(field, full, (0, 0, field.wide, round(full * down)), None)
    for side in range(full, max(beside, above), -1):
        found = next(_corner_placements(field, side, taken), None)
        if found is not None:
            return found
    x = 0 if field.mirrored else field.wide - field.tile
    tile = (x, EDGE, x + field.tile, EDGE + field.tile)
    if beside >= above:
        high = max(round(beside * down), room)
        left = room if field.mirrored else 0
        return _place_in_part(field, beside, (left, 0, left + field.wide - room, high), tile)
    return _place_in_part(field, above, (0, room, field.wide, room + round(above * down)), tile)


def shift_box(box: Box, by: XY) -> Box:
    """A box of the field where the field lies on the picture."""
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def _place_in_part(
    field: PictureField, side: int, board: Box, tile: Box | None, share: tuple[float, float] = (0.5, 0.5)
) -> BoardPlacement:
    """The board in that part of the field; `share`: of what room is left over, how much lies west and north of it."""
    left, top, right, bottom = field.shown
    spare_x = board[2] - board[0] - (right - left) * side
    spare_y = board[3] - board[1] - (bottom - top) * side
    x = board[0] + spare_x * share[0] - left * side
    y = board[1] + spare_y * share[1] - top * side
    size = (field.wide, max(board[3], tile[3] + EDGE if tile else 0))
    return BoardPlacement(side, (round(x), round(y)), board, size, tile)


def _corner_placements(field: PictureField, side: int, taken: Collection[XY]) -> Iterator[BoardPlacement]:
    """Plans with the tile in a free corner; the less empty room they have, the earlier."""
    least = min(field.high, round((field.shown[3] - field.shown[1]) * side))
    for high in dict.fromkeys((least, min(field.high, least + field.tile // 2), min(field.high, least + field.tile))):
        if high < field.tile + 2 * EDGE:
            continue
        board = (0, 0, field.wide, high)
        west, east = EDGE, field.wide - EDGE - field.tile
        north, south = EDGE, high - EDGE - field.tile
        corners = [(east, north), (east, south), (west, north), (west, south)]
        if field.mirrored:
            corners = [corners[2], corners[3], corners[0], corners[1]]
        for x, y in corners:
            away = (0.0 if x == east else 1.0, 0.0 if y == south else 1.0)
            for share in ((0.5, 0.5), (away[0], 0.5), (0.5, away[1]), away):
                tile = (x, y, x + field.tile, y + field.tile)
                found = _place_in_part(field, side, board, tile, share)
                if not any(_tile_covers_cell(tile, found, cell) for cell in taken):
                    yield found


def _tile_covers_cell(box: Box, plan: BoardPlacement, cell: XY) -> bool:
    x, y = plan.at[0] + cell[0] * plan.side, plan.at[1] + cell[1] * plan.side
    return x < box[2] + GAP and box[0] - GAP < x + plan.side and y < box[3] + GAP and box[1] - GAP < y + plan.side
