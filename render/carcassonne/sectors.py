"""Divides the cells to choose from on a big board into at most six sectors, each legible in one picture.

Guillotine cuts: each set of cells is cut between two columns or rows, and each part shrinks to its bounding box, so
boxes never overlap. A beam search follows the most promising cuts: fast, bounded and deterministic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .layout import MARGIN, MOST, PLATE, WIDTH, XY, Box, HeadSize, bounding_box, plan_board

LETTERS: Final = "ABCDEFGHIJKL"
RIM: Final = 0.62  # visible margin around the cells of a sector, in tiles
TILE: Final = 262  # side of the tile in hand beside a sector
ROOM: Final = TILE + MARGIN + 30
LEGEND: Final = 76
TOGETHER: Final = 25  # most cells on one picture
WHOLE: Final = 96  # least side of a tile for the whole table with plates in one picture
# Greatest height of the strip, by number of modules with items.
HEADS: Final = ((0, HeadSize()), (2, HeadSize(164, 164)), (99, HeadSize(272, 272)))
LARGEST: Final = 170
# Limits to try in order: (least side of a tile, most cells of a sector, most sectors).
TRIALS: Final = (
    (120, 16, 6),
    (104, 20, 6),
    (90, TOGETHER, 6),
    (PLATE + 4, TOGETHER, 6),
)
LAST_TRIALS: Final = ((PLATE + 4, TOGETHER, 6), (PLATE + 4, TOGETHER, 12), (40, TOGETHER, 12))  # without the tile
FEW: Final = 6
GOOD: Final = 104  # from this side on, fewer sectors are better than larger tiles
BEAM: Final = 30  # width of the beam search

Mask: TypeAlias = int
Parts: TypeAlias = tuple[Mask, ...]


@dataclass(frozen=True, slots=True)
class Sector:
    """Cells shown together under one letter."""

    letter: str
    cells: tuple[Cell, ...]

    @property
    def box(self) -> Box:
        return bounding_box(self.cells)

    @property
    def name(self) -> str:
        """Its box as a region: `N48-P52`."""
        a, b, c, d = self.box
        return f"{Cell(a, b)}-{Cell(c, d)}"


@lru_cache(maxsize=4096)
def sector_tile_side(columns: int, rows: int, tile: bool = True) -> int:
    """The side of a tile in a picture of so many columns and rows with margin and, if `tile`, the tile in hand."""
    across, down = columns + 2 * RIM, rows + 2 * RIM
    wide, high = WIDTH - 2 * MARGIN, MOST - 2 * MARGIN - LEGEND
    if not tile:
        return min(LARGEST, int(min(wide / across, high / down)))
    beside = min((wide - ROOM) / across, high / down)
    above = min(wide / across, (high - ROOM) / down)
    return min(LARGEST, int(max(beside, above)))


def fits_one_picture(view: CarcassonneView, cells: Collection[Cell]) -> bool:
    """Whether the table with these cells is legible in one picture."""
    if len(cells) > TOGETHER:
        return False
    head = next(head for most, head in HEADS if len(view.choices.modules) <= most)
    return plan_board({*(laid.cell for laid in view.laid), *cells}, True, head=head).side >= WHOLE


@lru_cache(maxsize=64)
def split_into_sectors(cells: frozenset[Cell]) -> tuple[Sector, ...]:
    """The cells in sectors, lettered in reading order. Deterministic."""
    if not cells:
        return ()
    found: list[tuple[Cell, ...]] = []
    ordered = sorted(cells, key=lambda cell: (cell.y, cell.x))
    extents: dict[Mask, XY] = {}
    for tile, trials in ((True, TRIALS), (False, LAST_TRIALS)):
        for least, most, count in trials:
            found = found or _SectorCutter(ordered, least, most, tile, extents).best(count)
    found = found or [tuple(sorted(cells))]
    north = min(cell.y for cell in cells)
    found.sort(key=lambda part: _reading_order(part, north))
    return tuple(Sector(LETTERS[i], part) for i, part in enumerate(found))


def _reading_order(part: Sequence[Cell], north: int) -> tuple[int, int]:
    """Bands of five rows, each from west to east."""
    a, b, c, d = bounding_box(part)
    return (b + d - 2 * north) // 10, a + c


class _SectorCutter:
    """Cuts a set of cells into sectors; sets are bit masks."""

    def __init__(self, cells: Sequence[Cell], least: int, most: int, tile: bool, extents: dict[Mask, XY]) -> None:
        self.cells = cells
        self.extents = extents
        self.least, self.most, self.tile = least, most, tile
        self.reach = int((WIDTH - 2 * MARGIN) / least - 2 * RIM)  # columns of the widest part
        self.columns = _cells_by_line([cell.x for cell in cells])
        self.rows = _cells_by_line([cell.y for cell in cells])
        self.measured: dict[Mask, tuple[int, int, int]] = {}

    def best(self, most: int) -> list[tuple[Cell, ...]]:
        """A division into at most `most` parts, with as few as possible; if tiles are small even so, with the largest
        tiles. Empty if none is found."""
        beam: list[Parts] = [((1 << len(self.cells)) - 1,)]
        done: list[Parts] = []
        while beam:
            done += [parts for parts in beam if all(self.part(mask)[0] == 1 for mask in parts)]
            if len(beam[0]) == most or (done and (self.least >= GOOD or len(beam[0]) >= FEW)):
                break
            onward = {parts: self.promise(parts) for before in beam for parts in self.onward(before)}
            beam = sorted((parts for parts in onward if onward[parts][0] <= most), key=lambda p: (onward[p], p))[:BEAM]
        return [self._cells(mask) for mask in min(done, key=self.worth)] if done else []

    def _cells(self, mask: Mask) -> tuple[Cell, ...]:
        return tuple(cell for i, cell in enumerate(self.cells) if mask >> i & 1)

    def part(self, mask: Mask) -> tuple[int, int, int]:
        """(least number of sectors, side of a tile if it were one sector, size of its box) of a part."""
        found = self.measured.get(mask)
        if found is None:
            columns, rows = self.extent(mask)
            large, n = sector_tile_side(columns, rows, self.tile), mask.bit_count()
            needs = max(1, -(-n // self.most))
            if large < self.least:
                needs = max(2, needs, -(-columns // self.reach), -(-rows // self.reach))
            found = self.measured[mask] = needs, large, columns * rows
        return found

    def extent(self, mask: Mask) -> XY:
        """Columns and rows of a part."""
        found = self.extents.get(mask)
        if found is None:
            across = [x for x, line in self.columns if line & mask]
            down = [y for y, line in self.rows if line & mask]
            found = self.extents[mask] = across[-1] - across[0] + 1, down[-1] - down[0] + 1
        return found

    def promise(self, parts: Parts) -> tuple[int, int]:
        """(least number of sectors, size of the boxes) of the parts."""
        told = [self.part(mask) for mask in parts]
        return sum(needs for needs, _, _ in told), sum(size for _, _, size in told)

    def worth(self, parts: Parts) -> tuple[int, int, Parts]:
        """Sort key: larger smallest tile first, then smaller boxes."""
        return -min(self.part(mask)[1] for mask in parts), self.promise(parts)[1], parts

    def onward(self, parts: Parts) -> Iterator[Parts]:
        """The parts with the worst one cut in every way."""
        worst = max(parts, key=lambda mask: (self.part(mask)[0], -self.part(mask)[1], mask))
        rest = tuple(mask for mask in parts if mask != worst)
        for lines in (self.columns, self.rows):
            before = 0
            for _, line in lines:
                if before and line & worst:
                    yield tuple(sorted((*rest, before, worst & ~before)))
                before |= line & worst


def _cells_by_line(at: Sequence[int]) -> list[tuple[int, Mask]]:
    """(line, mask of its cells) for each line."""
    found: dict[int, Mask] = {}
    for i, line in enumerate(at):
        found[line] = found.get(line, 0) | 1 << i
    return sorted(found.items())
