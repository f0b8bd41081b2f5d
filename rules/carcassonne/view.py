"""The view of a Carcassonne game; identical for all seats, because only the order of the pile is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.core import Choices, Phrase

from .cells import Cell, Turn


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the board. `tile` is its id in the tile table; `turn` in degrees clockwise."""

    cell: Cell
    tile: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Piece:
    """A figure on the board. `place`: a token as in `Spot` (`road-E`), or a token of its module for a piece off the
    features; `seat` None: neutral."""

    kind: str
    seat: int | None
    cell: Cell
    place: str


@dataclass(frozen=True, slots=True)
class Feature:
    """A road, city, field or monastery of the board."""

    kind: str  # road, city, field, monastery
    places: tuple[tuple[Cell, str], ...]  # its segments, in the order they were laid; the first names it
    tiles: tuple[Cell, ...]  # each tile once
    complete: bool
    open_at: tuple[Cell, ...]  # empty cells it still extends to; a monastery: the empty cells around it
    marks: Mapping[str, int]  # marks that count: {"shield": 2}
    strength: tuple[int, ...]  # of each seat
    owners: tuple[int, ...]  # the seats that would score it
    points: int  # for each owner: its value if complete, else its points at the end of the game
    # (upper bound for fields where farmers are counted per city, because other fields may take cities)
    cities: tuple[int, ...] = ()  # a field: the indices of the cities it touches (in View.features)
    scored: bool = False  # complete, with its points already given
    beyond: int = 0  # a field: number of bordered complete cities that are no features of the board
    called: str = ""  # public name: `kind`, or a special form (shrine, abbey, castle)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tile to be laid, at 0 degrees."""

    tile: str
    seat: int


@dataclass(frozen=True, slots=True)
class CarcassonneView:
    """The table, for everybody."""

    choices: Choices
    seats: int
    laid: tuple[Laid, ...]  # in the order they were laid
    pieces: tuple[Piece, ...]
    features: tuple[Feature, ...]  # roads, cities, monasteries, fields, each in the order of their first segments
    scores: tuple[int, ...]
    tally: Mapping[str, tuple[int, ...]]  # roads, cities, monasteries, fields -> points of each seat
    supply: tuple[Mapping[str, int], ...]  # of each seat: kind of figure -> how many are left
    active: int | None  # whose turn it is; None when the game is over
    drawn: Drawn | None  # the tile to be laid now
    just_laid: Cell | None  # the tile laid in this part, while its figure is still to be decided
    changed: tuple[Cell, ...]  # cells changed by the last move, outlined in pictures
    tile_number: int  # number of tiles laid or put aside out of `tile_total`, including the one in hand
    tile_total: int  # of the game: start tile and all piles, without tiles players hold, such as abbeys
    opening: int  # number of initial tiles on the table: the first player lays tile 1 of the rest
    put_aside: tuple[str, ...]  # tiles that fitted nowhere
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    lays: tuple[Cell, ...] = ()  # cells where the drawn tile may be laid, row by row; empty unless a lay is asked for
    # Key of a module -> its own view, a frozen dataclass defined in its view.py;
    # missing if the module is not in play or has nothing to show.
    extras: Mapping[str, Any] = field(default_factory=dict)
    # Content of each pile that is not used up, as counts per tile in the order of the tile table.
    # Piles are drawn one after the other; only the order within a pile is unknown.
    piles: tuple[Mapping[str, int], ...] = ()
    later: Mapping[str, int] = field(default_factory=dict)  # tiles added to the last pile later
