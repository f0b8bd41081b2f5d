"""Places the tile in hand beside a part of the board, and computes the size of that board's tiles. Pure.

Board and tile share a field: the tile takes a corner free of land and marked cells, or a side of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from .layout import XY, Box

GAP_PX: Final = 12  # least distance between the tile and the cells of the board
FIELD_MARGIN_PX: Final = 20  # distance between the tile and the border of the field


@dataclass(frozen=True, slots=True)
class PictureField:
    """The size limits of the field and its content."""

    wide: int
    high: int  # the most
    shown: tuple[float, float, float, float]  # the part of the board that must be shown, in tiles
    tile: int  # side of the tile in hand; 0: no tile
    largest: int
    mirrored: bool = False
    between: int = 0  # distance between the board and a tile beside it


@dataclass(frozen=True, slots=True)
class BoardPlacement:
    """The layout of the field, in its own pixels."""

    side: int
    at: XY  # the corner of cell (0, 0)
    board: Box  # the box of the board
    size: XY
    tile: Box | None


def place_board(field: PictureField, taken: Collection[XY]) -> BoardPlacement:
    """The placement with the largest tiles. `taken`: cells that the tile in hand must not cover."""
    across, down = field.shown[2] - field.shown[0], field.shown[3] - field.shown[1]
    tile_room = field.tile + field.between + FIELD_MARGIN_PX if field.tile else 0
    full = min(field.largest, int(field.wide / across), int(field.high / down))
    beside = min(full, int((field.wide - tile_room) / across))
    above = min(full, int((field.high - tile_room) / down))
    if not field.tile:
        return _place_in_part(field, full, (0, 0, field.wide, round(full * down)), None)
    for side in range(full, max(beside, above), -1):
        placement = next(_corner_placements(field, side, taken), None)
        if placement is not None:
            return placement
    x = 0 if field.mirrored else field.wide - field.tile
    tile = (x, FIELD_MARGIN_PX, x + field.tile, FIELD_MARGIN_PX + field.tile)
    if beside >= above:
        high = max(round(beside * down), tile_room)
        left = tile_room if field.mirrored else 0
        return _place_in_part(field, beside, (left, 0, left + field.wide - tile_room, high), tile)
    return _place_in_part(field, above, (0, tile_room, field.wide, tile_room + round(above * down)), tile)


def shift_box(box: Box, by: XY) -> Box:
    """The box moved by `by`, from the field to the picture."""
    return box[0] + by[0], box[1] + by[1], box[2] + by[0], box[3] + by[1]


def _place_in_part(
    field: PictureField, side: int, board: Box, tile: Box | None, share: tuple[float, float] = (0.5, 0.5)
) -> BoardPlacement:
    """The board in the box `board` of the field; `share`: the shares of the spare room west and north of it."""
    left, top, right, bottom = field.shown
    spare_x = board[2] - board[0] - (right - left) * side
    spare_y = board[3] - board[1] - (bottom - top) * side
    x = board[0] + spare_x * share[0] - left * side
    y = board[1] + spare_y * share[1] - top * side
    size = (field.wide, max(board[3], tile[3] + FIELD_MARGIN_PX if tile else 0))
    return BoardPlacement(side, (round(x), round(y)), board, size, tile)


def _corner_placements(field: PictureField, side: int, taken: Collection[XY]) -> Iterator[BoardPlacement]:
    """Placements with the tile in a free corner, the one with the least spare room first."""
    least = min(field.high, round((field.shown[3] - field.shown[1]) * side))
    for high in dict.fromkeys((least, min(field.high, least + field.tile // 2), min(field.high, least + field.tile))):
        if high < field.tile + 2 * FIELD_MARGIN_PX:
            continue
        board = (0, 0, field.wide, high)
        west, east = FIELD_MARGIN_PX, field.wide - FIELD_MARGIN_PX - field.tile
        north, south = FIELD_MARGIN_PX, high - FIELD_MARGIN_PX - field.tile
        corners = [(east, north), (east, south), (west, north), (west, south)]
        if field.mirrored:
            corners = [corners[2], corners[3], corners[0], corners[1]]
        for x, y in corners:
            far_from_tile = (0.0 if x == east else 1.0, 0.0 if y == south else 1.0)
            for share in ((0.5, 0.5), (far_from_tile[0], 0.5), (0.5, far_from_tile[1]), far_from_tile):
                tile = (x, y, x + field.tile, y + field.tile)
                placement = _place_in_part(field, side, board, tile, share)
                if not any(_tile_covers_cell(tile, placement, cell) for cell in taken):
                    yield placement


def _tile_covers_cell(box: Box, plan: BoardPlacement, cell: XY) -> bool:
    x, y = plan.at[0] + cell[0] * plan.side, plan.at[1] + cell[1] * plan.side
    return (
        x < box[2] + GAP_PX
        and box[0] - GAP_PX < x + plan.side
        and y < box[3] + GAP_PX
        and box[1] - GAP_PX < y + plan.side
    )
