"""Where everything of a board lies: size of a tile, what is shown, where the tile to lay goes. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

XY: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]

WIDTH: Final = 1200
LEAST: Final = 880
MOST: Final = 1250
MARGIN: Final = 46  # for the coordinates, on each side
STRIP: Final = 122
LARGEST: Final = 200  # the first tiles of a game read on a phone, too
LETTERED: Final = 80  # tiles of this side and more bear plates with tokens
PLATE: Final = 72  # the least height of a plate on an empty cell: 24 px where the picture is 400 wide
PLAIN: Final = 56  # below it, houses and trees are left out
HAND: Final = 244  # the tile to lay
AROUND_HAND: Final = 14
WINDOW: Final = (9, 8)


@dataclass(frozen=True, slots=True)
class Head:
    """What lies above the board: the strip over the whole width, or beside the tile to lay; a band beneath it."""

    full: int = STRIP
    narrow: int = STRIP
    band: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The plan of a board picture."""

    size: XY
    side: int  # of a tile
    at: XY  # upper left corner of the first cell, in pixels
    first: XY  # the first cell
    cells: XY  # columns, rows
    hand: Box | None  # where the tile to lay is drawn, without its frame
    strip: Box
    band: Box | None = None  # what a module shows above the board

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


def bounds(cells: Iterable[XY]) -> Box:
    """First and last column and row: (left, top, right, bottom), inclusive."""
    found = list(cells) or [(0, 0)]
    xs, ys = [c[0] for c in found], [c[1] for c in found]
    return min(xs), min(ys), max(xs), max(ys)


def _side(columns: int, rows: int, wide: int, high: int) -> int:
    return max(12, min(LARGEST, wide // columns, high // rows))


def plan(
    taken: Collection[XY], hand: bool, mirrored: bool = False, only: Box | None = None, head: Head = Head()
) -> Layout:
    """The plan for these cells (land and marked spots); `only`: show this region, whatever lies beyond."""
    region = only or bounds(taken)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    top = head.full + head.band
    wide, high = WIDTH - 2 * MARGIN, MOST - top - 2 * MARGIN
    full = _side(columns, rows, wide, high)
    if not hand:
        return _board(region, full, None, mirrored, only is not None, head)
    room = HAND + 2 * AROUND_HAND
    beside = _side(columns, rows, wide - room, high)
    above = _side(columns, rows, wide, MOST - _above(head) - head.band - 2 * MARGIN)
    for side in range(full, max(beside, above), -1):
        found = _in_corner(region, side, taken, mirrored, only is not None, head)
        if found:
            return found
    where = "beside" if beside >= above else "above"
    return _board(region, max(beside, above), where, mirrored, only is not None, head)


def _above(head: Head) -> int:
    """How much room the strip with the tile to lay at its end takes."""
    return max(head.narrow, HAND + 2 * AROUND_HAND + 12)


def _spread(region: Box, side: int, wide: int, least: int, most: int, fixed: bool) -> tuple[int, int, int, int]:
    """(columns, rows, spare columns, spare rows) that fill the canvas with whole cells."""
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    if fixed:
        return columns, rows, 0, 0
    all_columns = max(columns, wide // side)
    all_rows = max(rows, min(most // side, -(-least // side)))
    return all_columns, all_rows, all_columns - columns, all_rows - rows


def _board(region: Box, side: int, where: str | None, mirrored: bool, fixed: bool, head: Head) -> Layout:
    beside = HAND + 2 * AROUND_HAND if where == "beside" else 0
    under = _above(head) if where == "above" else head.full
    wide, top = WIDTH - 2 * MARGIN - beside, under + head.band
    least, most = LEAST - top - 2 * MARGIN, MOST - top - 2 * MARGIN
    columns, rows, more_x, more_y = _spread(region, side, wide, least, most, fixed)
    high = max(LEAST, top + 2 * MARGIN + rows * side)
    left = MARGIN + (wide - columns * side) // 2 + (beside if mirrored else 0)
    down = top + MARGIN + (high - top - 2 * MARGIN - rows * side) // 2
    hand: Box | None = None
    strip = (12, 12, WIDTH - 12, head.full - 12)
    x = AROUND_HAND if mirrored else WIDTH - AROUND_HAND - HAND
    if where == "beside":
        hand = (x, top + AROUND_HAND + 4, x + HAND, top + AROUND_HAND + 4 + HAND)
    elif where == "above":
        hand = (x, AROUND_HAND, x + HAND, AROUND_HAND + HAND)
        ends = (x + HAND + 24, WIDTH - 12) if mirrored else (12, x - 24)
        strip = (ends[0], 12, ends[1], head.narrow - 12)
    first = (region[0] - more_x // 2, region[1] - more_y // 2)
    band = (12, under, WIDTH - 12, under + head.band - 12) if head.band else None
    return Layout((WIDTH, high), side, (left, down), first, (columns, rows), hand, strip, band)


def _shifts(more_x: int, more_y: int) -> Iterable[XY]:
    """Where the land may lie among spare columns and rows: in the middle first."""
    across, down = (more_x // 2, 0, more_x), (more_y // 2, 0, more_y)
    return dict.fromkeys(
        ((across[i], down[j]) for i, j in ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 2), (2, 2), (1, 1), (2, 1)))
    )


def _in_corner(region: Box, side: int, taken: Collection[XY], mirrored: bool, fixed: bool, head: Head) -> Layout | None:
    """A plan whose tile to lay has a corner of the board to itself, if there is one."""
    base = _board(region, side, None, mirrored, fixed, head)
    columns, rows = region[2] - region[0] + 1, region[3] - region[1] + 1
    above = head.full + head.band
    most = MOST - above - 2 * MARGIN
    room = HAND + AROUND_HAND
    for all_rows in sorted({base.cells[1], *(() if fixed else range(base.cells[1], most // side + 1))}):
        high = max(LEAST, above + 2 * MARGIN + all_rows * side)
        down = above + MARGIN + (high - above - 2 * MARGIN - all_rows * side) // 2
        for dx, dy in _shifts(base.cells[0] - columns, all_rows - rows):
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
                if not any(_touches(box, found.corner(cell), side) for cell in taken if found.shows(cell)):
                    return replace(found, hand=box)
    return None


def _touches(box: Box, at: XY, side: int) -> bool:
    gap = 12
    return box[0] - gap < at[0] + side and at[0] < box[2] + gap and box[1] - gap < at[1] + side and at[1] < box[3] + gap


def windows(marks: Sequence[XY]) -> list[Box]:
    """Regions of at most nine by eight cells that together hold all marks, each with what surrounds it."""
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
        a, b, c, d = bounds(best)
        spare_x, spare_y = WINDOW[0] - (c - a + 1), WINDOW[1] - (d - b + 1)
        a, b = a - (spare_x + 1) // 2, b - (spare_y + 1) // 2
        found.append((a, b, a + WINDOW[0] - 1, b + WINDOW[1] - 1))
        left = [m for m in left if m not in best]
    return found
