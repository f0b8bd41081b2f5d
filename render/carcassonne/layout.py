"""The layout of a board picture: size of a tile, visible cells, position of the tile in hand. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

XY: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]

WIDTH: Final = 1200
LEAST_HEIGHT_PX: Final = 880
MOST: Final = 1250
MARGIN: Final = 46  # for coordinates, on each side
STRIP: Final = 122
LARGEST: Final = 200  # largest side of a tile; legible on a phone
LETTERED: Final = 80  # least side of a tile with plates
PLATE: Final = 72  # least height of a plate on an empty cell: 24 px in a picture shown 400 px wide
PLAIN: Final = 56  # on smaller tiles houses and trees are left out
SHAPED: Final = 44  # on smaller tiles followers are discs
SMALLEST: Final = 4  # fits a board of all tiles in one line
HAND: Final = 244  # side of the tile in hand
AROUND_HAND: Final = 14
# Factors by which tiles must grow before strip and bands leave the top, or the tile in hand leaves the board.
WORTH_AT_TOP, WORTH_IN_CORNER = 1.03, 1.02
WINDOW_CELLS: Final = (9, 8)


@dataclass(frozen=True, slots=True)
class SideColumn:
    """Sizes of strip and bands beside the board instead of above it."""

    wide: int
    strip: int
    band: int = 0
    across: int = 1  # chips side by side
    rows: int = 2  # most rows of items in a chip


@dataclass(frozen=True, slots=True)
class HeadSize:
    """Heights above the board: `full` of a strip over the whole width, `narrow` of a strip beside the tile in hand,
    `band` below it; `columns`: alternatives beside the board."""

    full: int = STRIP
    narrow: int = STRIP
    band: int = 0
    columns: tuple[SideColumn, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a board picture."""

    size: XY
    side: int  # of a tile
    at: XY  # upper left corner of the first cell, in pixels
    first: XY  # the first cell
    cells: XY  # columns, rows
    hand: Box | None = None  # the tile in hand, without its frame
    strip: Box = (0, 0, 0, 0)
    band: Box | None = None  # bands of modules, above or beside the board
    column: SideColumn | None = None  # set if strip and band are beside the board

    def corner(self, cell: XY) -> XY:
        """The upper left corner of a cell, in pixels."""
        return (self.at[0] + (cell[0] - self.first[0]) * self.side, self.at[1] + (cell[1] - self.first[1]) * self.side)

    def cell_box(self, cell: XY) -> Box:
        """The box of a cell, in pixels."""
        x, y = self.corner(cell)
        return x, y, x + self.side, y + self.side

    def shows(self, cell: XY) -> bool:
        """Whether the picture has room for the cell."""
        return (
            self.first[0] <= cell[0] < self.first[0] + self.cells[0]
            and self.first[1] <= cell[1] < self.first[1] + self.cells[1]
        )


def grow_box(box: Box, by: int) -> Box:
    """The box, `by` pixels larger on each side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def bounding_box(cells: Iterable[XY]) -> Box:
    """(left, top, right, bottom) of the cells, inclusive."""
    cell_list = list(cells) or [(0, 0)]
    xs, ys = [cell[0] for cell in cell_list], [cell[1] for cell in cell_list]
    return min(xs), min(ys), max(xs), max(ys)


def _largest_tile_side(columns: int, rows: int, wide: int, high: int) -> int:
    return max(SMALLEST, min(LARGEST, wide // columns, high // rows))


@dataclass(frozen=True, slots=True)
class _BoardFrame:
    """A way to divide the canvas: the room for the board, and the place of everything else."""

    left: int
    right: int
    top: int
    least: int  # least height of the picture
    strip: Box
    band: Box | None
    hand: Box | None  # None: in a corner of the board
    column: SideColumn | None = None

    @property
    def wide(self) -> int:
        return self.right - self.left - 2 * MARGIN

    @property
    def high(self) -> int:
        return MOST - self.top - 2 * MARGIN


def plan_board(
    taken: Collection[XY], hand: bool, mirrored: bool = False, only: Box | None = None, head: HeadSize = HeadSize()
) -> Layout:
    """The layout of these cells (land and marked cells) with the largest tiles. `only`: show this region alone.
    Strip and bands go beside the board if its tiles become clearly larger."""
    region = only or bounding_box(taken)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    best_layout: tuple[float, Layout] | None = None
    for frame in _list_board_frames(hand, mirrored, head):
        preference = (1.0 if frame.column else WORTH_AT_TOP) * (WORTH_IN_CORNER if frame.hand is None else 1.0)
        largest_side = _largest_tile_side(columns, rows, frame.wide, frame.high)
        if not hand or frame.hand is not None:
            if best_layout is None or largest_side * preference > best_layout[0]:
                layout = _layout_of_region(region, largest_side, frame, only is not None)
                best_layout = largest_side * preference, layout
            continue
        for side in range(largest_side, 11, -1):
            if best_layout is not None and side * preference <= best_layout[0]:
                break
            cornered = _layout_with_free_corner(region, side, taken, mirrored, only is not None, frame)
            if cornered is not None:
                best_layout = side * preference, cornered
                break
    assert best_layout is not None, "without a corner the tile to lay lies beside the strip"
    return best_layout[1]


def _list_board_frames(hand: bool, mirrored: bool, head: HeadSize) -> Iterable[_BoardFrame]:
    """The possible frames, those without the tile in a corner of the board first."""
    head_height = max(head.narrow, HAND + 2 * AROUND_HAND + 12) if hand else head.full
    hand_x = AROUND_HAND if mirrored else WIDTH - AROUND_HAND - HAND
    hand_box = (hand_x, AROUND_HAND, hand_x + HAND, AROUND_HAND + HAND) if hand else None
    strip_ends = ((hand_x + HAND + 24, WIDTH - 12) if mirrored else (12, hand_x - 24)) if hand else (12, WIDTH - 12)
    strip_bottom = (head.narrow if hand else head.full) - 12
    yield _frame_below_head(head_height, (strip_ends[0], 12, strip_ends[1], strip_bottom), hand_box, head)
    for column in head.columns:
        if not hand:
            yield from _frames_beside_column(column, hand=None, mirrored=mirrored)
        else:
            left = 12 if mirrored else WIDTH - 12 - column.wide
            hand_left = left + (column.wide - HAND) // 2
            column_hand = (hand_left, AROUND_HAND + 6, hand_left + HAND, AROUND_HAND + 6 + HAND)
            yield from _frames_beside_column(column, column_hand, mirrored)
    if hand:
        yield _frame_below_head(head.full, (12, 12, WIDTH - 12, head.full - 12), hand=None, head=head)
        for column in head.columns:
            yield from _frames_beside_column(column, hand=None, mirrored=mirrored)


def _frame_below_head(head_height: int, strip: Box, hand: Box | None, head: HeadSize) -> _BoardFrame:
    band = (12, head_height, WIDTH - 12, head_height + head.band - 12) if head.band else None
    return _BoardFrame(0, WIDTH, head_height + head.band, LEAST_HEIGHT_PX, strip, band, hand)


def _frames_beside_column(column: SideColumn, hand: Box | None, mirrored: bool) -> Iterable[_BoardFrame]:
    """Frames with a column beside the board, the tile in hand above the strip; none if the column is too high."""
    left = 12 if mirrored else WIDTH - 12 - column.wide
    top = hand[3] + AROUND_HAND + 10 if hand is not None else 12
    strip = (left, top, left + column.wide, top + column.strip)
    bottom = strip[3] + 12
    band = (left, bottom, left + column.wide, bottom + column.band - 12) if column.band else None
    bottom += column.band
    if bottom > MOST:
        return
    edges = (left + column.wide, WIDTH) if mirrored else (0, left)
    yield _BoardFrame(*edges, 0, max(LEAST_HEIGHT_PX, bottom), strip, band, hand, column)


def _fill_with_cells(
    region: Box, side: int, width: int, least_height: int, most_height: int, fixed: bool
) -> tuple[int, int, int, int]:
    """(columns, rows, spare columns, spare rows) that fill the canvas with whole cells."""
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    if fixed:
        return columns, rows, 0, 0
    all_columns = max(columns, width // side)
    all_rows = max(rows, min(most_height // side, -(-least_height // side)))
    return all_columns, all_rows, all_columns - columns, all_rows - rows


def _layout_of_region(region: Box, side: int, frame: _BoardFrame, fixed: bool) -> Layout:
    width, top = frame.wide, frame.top
    least_height, most_height = frame.least - top - 2 * MARGIN, MOST - top - 2 * MARGIN
    columns, rows, spare_columns, spare_rows = _fill_with_cells(region, side, width, least_height, most_height, fixed)
    height = max(frame.least, top + 2 * MARGIN + rows * side)
    left = frame.left + MARGIN + (width - columns * side) // 2
    top_y = top + MARGIN + (height - top - 2 * MARGIN - rows * side) // 2
    first = (region[0] - spare_columns // 2, region[1] - spare_rows // 2)
    size, cells = (WIDTH, height), (columns, rows)
    return Layout(size, side, (left, top_y), first, cells, frame.hand, frame.strip, frame.band, frame.column)


def _list_land_shifts(spare_columns: int, spare_rows: int) -> Iterable[XY]:
    """The offsets of the land among spare columns and rows, the middle first."""
    across, down = (spare_columns // 2, 0, spare_columns), (spare_rows // 2, 0, spare_rows)
    return dict.fromkeys(
        ((across[i], down[j]) for i, j in ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2), (1, 1), (2, 1)))
    )


def _layout_with_free_corner(
    region: Box, side: int, taken: Collection[XY], mirrored: bool, fixed: bool, frame: _BoardFrame
) -> Layout | None:
    """A layout with a free corner of the board for the tile in hand, or None."""
    base = _layout_of_region(region, side, frame, fixed)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    frame_top = frame.top
    most_height = MOST - frame_top - 2 * MARGIN
    corner_room = HAND + AROUND_HAND
    for all_rows in sorted({base.cells[1], *(() if fixed else range(base.cells[1], most_height // side + 1))}):
        height = max(frame.least, frame_top + 2 * MARGIN + all_rows * side)
        top_y = frame_top + MARGIN + (height - frame_top - 2 * MARGIN - all_rows * side) // 2
        for dx, dy in _list_land_shifts(base.cells[0] - columns, all_rows - rows):
            first, cells = (region[0] - dx, region[1] - dy), (base.cells[0], all_rows)
            layout = replace(base, size=(WIDTH, height), at=(base.at[0], top_y), first=first, cells=cells)
            left, top = layout.at
            right, bottom = left + layout.cells[0] * side, top + all_rows * side
            xs = right - corner_room, left + AROUND_HAND
            for y in (top + AROUND_HAND, bottom - corner_room):
                for x in reversed(xs) if mirrored else xs:
                    box = (x, y, x + HAND, y + HAND)
                    shown = (layout.cell_box(cell) for cell in taken if layout.shows(cell))
                    if not any(_boxes_touch(grow_box(box, 12), cell_box) for cell_box in shown):
                        return replace(layout, hand=box)
    return None


def _boxes_touch(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def split_into_windows(marks: Sequence[XY]) -> list[Box]:
    """Regions of at most nine by eight cells that together contain all marks with their surroundings."""
    remaining = sorted(marks, key=lambda mark: (mark[1], mark[0]))
    inner_columns, inner_rows = WINDOW_CELLS[0] - 2, WINDOW_CELLS[1] - 2
    windows = []
    while remaining:
        x, y = remaining[0]
        fullest: list[XY] = []
        in_rows = [mark for mark in remaining if y <= mark[1] < y + inner_rows]
        for from_x in range(x - inner_columns + 1, x + 1):
            inside = [mark for mark in in_rows if from_x <= mark[0] < from_x + inner_columns]
            if len(inside) > len(fullest):
                fullest = inside
        west, north, east, south = bounding_box(fullest)
        spare_x, spare_y = WINDOW_CELLS[0] - (east - west + 1), WINDOW_CELLS[1] - (south - north + 1)
        west, north = west - (spare_x + 1) // 2, north - (spare_y + 1) // 2
        windows.append((west, north, west + WINDOW_CELLS[0] - 1, north + WINDOW_CELLS[1] - 1))
        remaining = [mark for mark in remaining if mark not in fullest]
    return windows
