"""The layout of a board picture: size of a tile, visible cells, position of the tile in hand. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

XY: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]

WIDTH: Final = 1200
LEAST: Final = 880
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
STAY, CORNER = 1.03, 1.02
WINDOW: Final = (9, 8)


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
    hand: Box | None  # the tile in hand, without its frame
    strip: Box
    band: Box | None = None  # bands of modules, above or beside the board
    column: SideColumn | None = None  # set if strip and band are beside the board

    def corner(self, cell: XY) -> XY:
        """The upper left corner of a cell, in pixels."""
        return (
            self.at[0] + (cell[0] - self.first[0]) * self.side,
            self.at[1] + (cell[1] - self.first[1]) * self.side,
        )

    def shows(self, cell: XY) -> bool:
        return (
            self.first[0] <= cell[0] < self.first[0] + self.cells[0]
            and self.first[1] <= cell[1] < self.first[1] + self.cells[1]
        )


def bounding_box(cells: Iterable[XY]) -> Box:
    """(left, top, right, bottom) of the cells, inclusive."""
    found = list(cells) or [(0, 0)]
    xs, ys = [c[0] for c in found], [c[1] for c in found]
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
    """The layout of these cells (land and marked cells) with the largest tiles. `only`: show this region alone. Strip
    and bands go beside the board if its tiles become clearly larger."""
    region = only or bounding_box(taken)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    best: tuple[float, Layout] | None = None
    for frame in _list_board_frames(hand, mirrored, head):
        worth = (1.0 if frame.column else STAY) * (CORNER if frame.hand is None else 1.0)
        full = _largest_tile_side(columns, rows, frame.wide, frame.high)
        if not hand or frame.hand is not None:
            if best is None or full * worth > best[0]:
                best = full * worth, _layout_of_region(region, full, frame, only is not None)
            continue
        for side in range(full, 11, -1):
            if best is not None and side * worth <= best[0]:
                break
            found = _layout_with_free_corner(region, side, taken, mirrored, only is not None, frame)
            if found is not None:
                best = side * worth, found
                break
    assert best is not None, "without a corner the tile to lay lies beside the strip"
    return best[1]


def _list_board_frames(hand: bool, mirrored: bool, head: HeadSize) -> Iterable[_BoardFrame]:
    """The possible frames, those without the tile in a corner of the board first."""
    under = max(head.narrow, HAND + 2 * AROUND_HAND + 12) if hand else head.full
    x = AROUND_HAND if mirrored else WIDTH - AROUND_HAND - HAND
    box = (x, AROUND_HAND, x + HAND, AROUND_HAND + HAND) if hand else None
    ends = ((x + HAND + 24, WIDTH - 12) if mirrored else (12, x - 24)) if hand else (12, WIDTH - 12)
    high = (head.narrow if hand else head.full) - 12
    yield _frame_below_head(under, (ends[0], 12, ends[1], high), box, head)
    for column in head.columns:
        if not hand:
            yield from _frames_beside_column(column, None, mirrored)
        else:
            left = 12 if mirrored else WIDTH - 12 - column.wide
            at = left + (column.wide - HAND) // 2
            yield from _frames_beside_column(column, (at, AROUND_HAND + 6, at + HAND, AROUND_HAND + 6 + HAND), mirrored)
    if hand:
        yield _frame_below_head(head.full, (12, 12, WIDTH - 12, head.full - 12), None, head)
        for column in head.columns:
            yield from _frames_beside_column(column, None, mirrored)


def _frame_below_head(under: int, strip: Box, hand: Box | None, head: HeadSize) -> _BoardFrame:
    band = (12, under, WIDTH - 12, under + head.band - 12) if head.band else None
    return _BoardFrame(0, WIDTH, under + head.band, LEAST, strip, band, hand)


def _frames_beside_column(column: SideColumn, hand: Box | None, mirrored: bool) -> Iterable[_BoardFrame]:
    """Frames with a column beside the board, the tile in hand above the strip; none if the column is too high."""
    left = 12 if mirrored else WIDTH - 12 - column.wide
    top = hand[3] + AROUND_HAND + 10 if hand is not None else 12
    strip = (left, top, left + column.wide, top + column.strip)
    end = strip[3] + 12
    band = (left, end, left + column.wide, end + column.band - 12) if column.band else None
    end += column.band
    if end > MOST:
        return
    edges = (left + column.wide, WIDTH) if mirrored else (0, left)
    yield _BoardFrame(*edges, 0, max(LEAST, end), strip, band, hand, column)


def _fill_with_cells(
    region: Box, side: int, wide: int, least: int, most: int, fixed: bool
) -> tuple[int, int, int, int]:
    """(columns, rows, spare columns, spare rows) that fill the canvas with whole cells."""
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    if fixed:
        return columns, rows, 0, 0
    all_columns = max(columns, wide // side)
    all_rows = max(rows, min(most // side, -(-least // side)))
    return all_columns, all_rows, all_columns - columns, all_rows - rows


def _layout_of_region(region: Box, side: int, frame: _BoardFrame, fixed: bool) -> Layout:
    wide, top = frame.wide, frame.top
    least, most = frame.least - top - 2 * MARGIN, MOST - top - 2 * MARGIN
    columns, rows, more_x, more_y = _fill_with_cells(region, side, wide, least, most, fixed)
    high = max(frame.least, top + 2 * MARGIN + rows * side)
    left = frame.left + MARGIN + (wide - columns * side) // 2
    down = top + MARGIN + (high - top - 2 * MARGIN - rows * side) // 2
    first = (region[0] - more_x // 2, region[1] - more_y // 2)
    size, cells = (WIDTH, high), (columns, rows)
    return Layout(size, side, (left, down), first, cells, frame.hand, frame.strip, frame.band, frame.column)


def _list_land_shifts(more_x: int, more_y: int) -> Iterable[XY]:
    """The offsets of the land among spare columns and rows, the middle first."""
    across, down = (more_x // 2, 0, more_x), (more_y // 2, 0, more_y)
    return dict.fromkeys(
        ((across[i], down[j]) for i, j in ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2), (1, 1), (2, 1)))
    )


def _layout_with_free_corner(
    region: Box, side: int, taken: Collection[XY], mirrored: bool, fixed: bool, frame: _BoardFrame
) -> Layout | None:
    """A layout with a free corner of the board for the tile in hand, or None."""
    base = _layout_of_region(region, side, frame, fixed)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    above = frame.top
    most = MOST - above - 2 * MARGIN
    room = HAND + AROUND_HAND
    for all_rows in sorted({base.cells[1], *(() if fixed else range(base.cells[1], most // side + 1))}):
        high = max(frame.least, above + 2 * MARGIN + all_rows * side)
        down = above + MARGIN + (high - above - 2 * MARGIN - all_rows * side) // 2
        for dx, dy in _list_land_shifts(base.cells[0] - columns, all_rows - rows):
            found = replace(
                base,
                size=(WIDTH, high),
                at=(base.at[0], down),
                first=(region[0] - dx, region[1] - dy),
                cells=(base.cells[0], all_rows),
            )
            left, top = found.at
            right, bottom = left + found.cells[0] * side, top + all_rows * side
            corners = [
                (right - room, top + AROUND_HAND),
                (left + AROUND_HAND, top + AROUND_HAND),
                (right - room, bottom - room),
                (left + AROUND_HAND, bottom - room),
            ]
            if mirrored:
                corners = [corners[1], corners[0], corners[3], corners[2]]
            for x, y in corners:
                box = (x, y, x + HAND, y + HAND)
                if not any(_box_touches_cell(box, found.corner(cell), side) for cell in taken if found.shows(cell)):
                    return replace(found, hand=box)
    return None


def _box_touches_cell(box: Box, at: XY, side: int) -> bool:
    gap = 12
    return box[0] - gap < at[0] + side and at[0] < box[2] + gap and box[1] - gap < at[1] + side and at[1] < box[3] + gap


def split_into_windows(marks: Sequence[XY]) -> list[Box]:
    """Regions of at most nine by eight cells that together contain all marks with their surroundings."""
    left = sorted(marks, key=lambda c: (c[1], c[0]))
    wide, high = WINDOW[0] - 2, WINDOW[1] - 2
    found = []
    while left:
        x, y = left[0]
        best: list[XY] = []
        for from_x in range(x - wide + 1, x + 1):
            inside = [c for c in left if from_x <= c[0] < from_x + wide and y <= c[1] < y + high]
            if len(inside) > len(best):
                best = inside
        a, b, c, d = bounding_box(best)
        spare_x, spare_y = WINDOW[0] - (c - a + 1), WINDOW[1] - (d - b + 1)
        a, b = a - (spare_x + 1) // 2, b - (spare_y + 1) // 2
        found.append((a, b, a + WINDOW[0] - 1, b + WINDOW[1] - 1))
        left = [m for m in left if m not in best]
    return found
