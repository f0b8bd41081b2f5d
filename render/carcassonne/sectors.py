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
TILE_ROOM_PX: Final = TILE + MARGIN + 30
LEGEND: Final = 76
TOGETHER: Final = 25  # most cells on one picture
LEAST_WHOLE_TILE_PX: Final = 96  # least side of a tile for the whole table with plates in one picture
# Greatest height of the strip, by number of modules with items.
HEAD_SIZES: Final = ((0, HeadSize()), (2, HeadSize(164, 164)), (99, HeadSize(272, 272)))
LARGEST: Final = 170
# Limits to try in order: (least side of a tile, most cells of a sector, most sectors).
TRIALS: Final = ((120, 16, 6), (104, 20, 6), (90, TOGETHER, 6), (PLATE + 4, TOGETHER, 6))
LAST_TRIALS: Final = ((PLATE + 4, TOGETHER, 6), (PLATE + 4, TOGETHER, 12), (40, TOGETHER, 12))  # without the tile
FEW_SECTORS: Final = 6
GOOD_TILE_PX: Final = 104  # from this side on, fewer sectors are better than larger tiles
BEAM_WIDTH: Final = 30  # width of the beam search

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
        left, top, right, bottom = self.box
        return f"{Cell(left, top)}-{Cell(right, bottom)}"


@lru_cache(maxsize=4096)
def sector_tile_side(columns: int, rows: int, tile: bool = True) -> int:
    """The side of a tile in a picture of so many columns and rows with margin and, if `tile`, the tile in hand."""
    across, down = columns + 2 * RIM, rows + 2 * RIM
    wide, high = WIDTH - 2 * MARGIN, MOST - 2 * MARGIN - LEGEND
    if not tile:
        return min(LARGEST, int(min(wide / across, high / down)))
    side_beside_tile = min((wide - TILE_ROOM_PX) / across, high / down)
    side_below_tile = min(wide / across, (high - TILE_ROOM_PX) / down)
    return min(LARGEST, int(max(side_beside_tile, side_below_tile)))


def fits_one_picture(view: CarcassonneView, cells: Collection[Cell]) -> bool:
    """Whether the table with these cells is legible in one picture."""
    if len(cells) > TOGETHER:
        return False
    head = next(head for most_modules, head in HEAD_SIZES if len(view.choices.modules) <= most_modules)
    return plan_board({*(laid.cell for laid in view.laid), *cells}, hand=True, head=head).side >= LEAST_WHOLE_TILE_PX


@lru_cache(maxsize=64)
def split_into_sectors(cells: frozenset[Cell]) -> tuple[Sector, ...]:
    """The cells in sectors, lettered in reading order. Deterministic."""
    if not cells:
        return ()
    parts: list[tuple[Cell, ...]] = []
    ordered = sorted(cells, key=lambda cell: (cell.y, cell.x))
    extents: dict[Mask, XY] = {}
    for tile, trials in ((True, TRIALS), (False, LAST_TRIALS)):
        for least, most_cells, count in trials:
            parts = parts or _SectorCutter(ordered, least, most_cells, tile, extents).find_division(count)
    parts = parts or [tuple(sorted(cells))]
    north = min(cell.y for cell in cells)
    parts.sort(key=lambda part: _reading_order(part, north))
    return tuple(Sector(LETTERS[i], part) for i, part in enumerate(parts))


def _reading_order(part: Sequence[Cell], north: int) -> tuple[int, int]:
    """Bands of five rows, each from west to east."""
    west, north_most, east, south = bounding_box(part)
    return (north_most + south - 2 * north) // 10, west + east


class _SectorCutter:
    """Cuts a set of cells into sectors; sets are bit masks."""

    def __init__(
        self, cells: Sequence[Cell], least_side: int, most_cells: int, has_tile: bool, extents: dict[Mask, XY]
    ) -> None:
        self.cells = cells
        self.extents = extents
        self.least_side, self.most_cells, self.has_tile = least_side, most_cells, has_tile
        self.most_columns = int((WIDTH - 2 * MARGIN) / least_side - 2 * RIM)  # columns of the widest part
        self.columns = _cells_by_line([cell.x for cell in cells])
        self.rows = _cells_by_line([cell.y for cell in cells])
        self.measured: dict[Mask, tuple[int, int, int]] = {}

    def find_division(self, most_parts: int) -> list[tuple[Cell, ...]]:
        """A division into at most `most_parts` parts, with as few as possible; if tiles are small even so, with the
        largest tiles. Empty if none is found."""
        beam: list[Parts] = [((1 << len(self.cells)) - 1,)]
        finished: list[Parts] = []
        while beam:
            finished += [parts for parts in beam if all(self.measure_part(mask)[0] == 1 for mask in parts)]
            if len(beam[0]) == most_parts or (
                finished and (self.least_side >= GOOD_TILE_PX or len(beam[0]) >= FEW_SECTORS)
            ):
                break
            children = [parts for parent in beam for parts in self.cut_worst_part(parent)]
            measures = {parts: self.measure_division(parts) for parts in children}
            possible = [(measures[parts], parts) for parts in measures if measures[parts][0] <= most_parts]
            beam = [parts for _, parts in sorted(possible)[:BEAM_WIDTH]]
        return [self._cells_of(mask) for mask in min(finished, key=self.division_sort_key)] if finished else []

    def _cells_of(self, mask: Mask) -> tuple[Cell, ...]:
        return tuple(cell for i, cell in enumerate(self.cells) if mask >> i & 1)

    def measure_part(self, mask: Mask) -> tuple[int, int, int]:
        """(least number of sectors, side of a tile if it were one sector, size of its box) of a part."""
        measures = self.measured.get(mask)
        if measures is None:
            columns, rows = self.measure_extent(mask)
            tile_side, cell_count = sector_tile_side(columns, rows, self.has_tile), mask.bit_count()
            least_sectors = max(1, -(-cell_count // self.most_cells))
            if tile_side < self.least_side:
                least_sectors = max(2, least_sectors, -(-columns // self.most_columns), -(-rows // self.most_columns))
            measures = self.measured[mask] = least_sectors, tile_side, columns * rows
        return measures

    def measure_extent(self, mask: Mask) -> XY:
        """Columns and rows of a part."""
        size = self.extents.get(mask)
        if size is None:
            across = [x for x, line in self.columns if line & mask]
            down = [y for y, line in self.rows if line & mask]
            size = self.extents[mask] = across[-1] - across[0] + 1, down[-1] - down[0] + 1
        return size

    def measure_division(self, parts: Parts) -> tuple[int, int]:
        """(least number of sectors, size of the boxes) of the parts."""
        measures = [self.measure_part(mask) for mask in parts]
        return sum(needs for needs, _, _ in measures), sum(size for _, _, size in measures)

    def division_sort_key(self, parts: Parts) -> tuple[int, int, Parts]:
        """Sort key: larger smallest tile first, then smaller boxes."""
        return -min(self.measure_part(mask)[1] for mask in parts), self.measure_division(parts)[1], parts

    def cut_worst_part(self, parts: Parts) -> Iterator[Parts]:
        """The parts with the worst one cut in every way."""
        worst = max(parts, key=lambda mask: (self.measure_part(mask)[0], -self.measure_part(mask)[1], mask))
        rest = tuple(mask for mask in parts if mask != worst)
        for lines in (self.columns, self.rows):
            before = 0
            for _, line in lines:
                if before and line & worst:
                    yield tuple(sorted((*rest, before, worst & ~before)))
                before |= line & worst


def _cells_by_line(lines: Sequence[int]) -> list[tuple[int, Mask]]:
    """(line, mask of its cells) for each line."""
    masks: dict[int, Mask] = {}
    for index, line in enumerate(lines):
        masks[line] = masks.get(line, 0) | 1 << index
    return sorted(masks.items())
