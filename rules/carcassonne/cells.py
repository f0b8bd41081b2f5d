"""Cells, turns and spots: the tokens of Carcassonne moves."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

EDGES: Final = "NESW"  # edge 0 is north; clockwise
HALVES: Final = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")  # half 0 is the west half of the north edge
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))  # x grows eastward, y southward
AROUND: Final = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
FACING: Final = (5, 4, 7, 6, 1, 0, 3, 2)  # the half that half h meets across its edge: 0-5, 1-4, 2-7, 3-6

_NAME: Final = r"(?:(?:Z{1,9}|A{1,9})?[A-Z])(?:0|-?[1-9][0-9]{0,3})"
_CELL = re.compile(r"((?:Z{1,9}|A{1,9})?[A-Z])(0|-?[1-9][0-9]{0,3})")
_REGION = re.compile(f"(?P<first>{_NAME})-(?P<last>{_NAME})")


LETTERS: Final = 26


def column_letters(x: int) -> str:
    """The letters of column `x`: M is x = 0; -12..13 are A..Z, then ZA .. ZZ ZZA .. east, AZ .. AA AAZ .. west."""
    blocks, letter = divmod(x + ord("M") - ord("A"), LETTERS)
    prefix = "Z" * blocks if blocks > 0 else "A" * -blocks
    return prefix + chr(ord("A") + letter)


def column_x(letters: str) -> int:
    """The x of a column, given its letters."""
    blocks = len(letters) - 1
    if letters[0] == "A":
        blocks = -blocks
    return LETTERS * blocks + ord(letters[-1]) - ord("M")


START_ROW: Final = 50  # the number of the row of the start tile


class Cell(NamedTuple):
    """A position of the board; (0, 0) is M50, the start tile."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{column_letters(self.x)}{self.y + START_ROW}"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read `N50`. ValueError for anything else."""
        match = _CELL.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no cell")
        return cls(column_x(match[1]), int(match[2]) - START_ROW)

    @property
    def bucket(self) -> str:
        """The group of the cell in long lists: its row."""
        return str(self.y + START_ROW)

    def lies_within(self, region: str) -> bool:
        """Whether the cell lies in a region such as `N48-P52`, given by its first and last cell."""
        match = _REGION.fullmatch(region)
        if match is None:
            return False
        first, last = Cell.parse(match["first"]), Cell.parse(match["last"])
        return first.x <= self.x <= last.x and first.y <= self.y <= last.y


class Turn(int):
    """Degrees clockwise from the printed orientation of the tile: 0, 90, 180 or 270."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read `90`. ValueError for anything else."""
        for turn in TURNS:
            if str(int(turn)) == text:
                return turn
        raise ValueError(f"{text!r} is no turn")

    def __str__(self) -> str:
        return int.__repr__(self)

    @property
    def quarters(self) -> int:
        return int(self) // 90

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other accepted spellings: quarter turns, a degree sign."""
        with_sign = f"{int(self)}°"
        return (with_sign, str(self.quarters)) if self else (with_sign,)


TURNS: Final = tuple(map(Turn, (0, 90, 180, 270)))


class Spot(NamedTuple):
    """A place on a tile of the board: `N50.road-E`, `N50.monastery`, `N50.field-C` for an enclosed field."""

    cell: Cell
    place: str

    def __str__(self) -> str:
        return f"{self.cell}.{self.place}"

    @classmethod
    def parse(cls, text: str) -> Spot:
        """Read `N50.road-E`. ValueError for anything else."""
        cell, dot, place = text.partition(".")
        if not dot or _PLACE.fullmatch(place) is None:
            raise ValueError(f"{text!r} is no spot")
        return cls(Cell.parse(cell), place)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other accepted spellings: the place alone, or its kind alone (ambiguous if the tile has two)."""
        kind = self.place.partition("-")[0]
        return self.place, kind, f"{self.cell}.{kind}"

    @property
    def bucket(self) -> str:
        """The group of the spot in long lists: its cell."""
        return str(self.cell)


BRIDGE_PLACE: Final = "bridge"  # named here: the place is called so in moves and saved games
POINTS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
PLACE_NAMES: Final = (
    *(f"{kind}-{edge}" for kind in ("road", "city") for edge in EDGES),
    "monastery",
    BRIDGE_PLACE,
    *(f"field-{where}" for where in (*HALVES, *POINTS, "C")),
)
_PLACE = re.compile("|".join(PLACE_NAMES))


# Positions as single numbers, for the fast board: steps are additions, and each row is wide enough for all tiles.
X_BITS: Final = 10  # bits of x
HALF_BOARD: Final = 512  # x and y lie between -HALF and HALF - 1
ORIGIN: Final = (HALF_BOARD << X_BITS) + HALF_BOARD
STEPS_OVER_EDGES: Final = tuple((y << X_BITS) + x for x, y in STEPS)
STEPS_AROUND: Final = tuple((y << X_BITS) + x for x, y in AROUND)


POSITIONS: Final[dict[tuple[int, int], int]] = {}  # of all cells created so far


@cache
def neighbour_positions(at: int) -> tuple[int, ...]:
    """The eight positions around a position."""
    return tuple(at + ring for ring in STEPS_AROUND)


class _Cells(dict[int, Cell]):
    """The cell of each position, created once."""

    def __missing__(self, at: int) -> Cell:
        cell = self[at] = Cell((at & (1 << X_BITS) - 1) - HALF_BOARD, (at >> X_BITS) - HALF_BOARD)
        POSITIONS[cell] = at
        return cell


class _Names(dict[int, str]):
    """The name of each position, created once."""

    def __missing__(self, at: int) -> str:
        name = self[at] = str(CELLS[at])
        return name


CELLS: Final = _Cells()
NAMES: Final = _Names()


def position_of_cell(cell: Cell) -> int:
    """The number of a cell, -1 if it is out of range."""
    known = POSITIONS.get(cell)
    if known is not None:
        return known
    x, y = cell
    return (
        (y + HALF_BOARD << X_BITS) + x + HALF_BOARD
        if -HALF_BOARD <= x < HALF_BOARD and -HALF_BOARD <= y < HALF_BOARD
        else -1
    )
