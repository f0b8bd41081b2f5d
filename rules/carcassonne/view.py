"""What may be seen of a game of Carcassonne. Nothing is hidden but the order of the pile, so all seats see alike."""

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
    """A figure on the board. `place` is a token as in `Spot` (`road-E`), or what its module says of a piece that stands
    on no feature; `seat` None: a neutral figure."""

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
    open_at: tuple[Cell, ...]  # empty cells it still runs to; a monastery: the empty cells around it
    marks: Mapping[str, int]  # what is drawn in it and counts: {"shield": 2}
    strength: tuple[int, ...]  # of each seat
    owners: tuple[int, ...]  # the seats that would score it
    points: int  # what it is worth to each owner now: its value if complete, else what it would give at the end
    # (a field where farmers are counted by city: at most, for an owner may lose some of its cities to other fields)
    cities: tuple[int, ...] = ()  # a field: the indices of the cities it touches (in View.features)
    scored: bool = False  # a complete one whose points were given
    beyond: int = 0  # a field: complete cities it touches that are no features of the board
    called: str = ""  # what people call it: `kind`, or what a module made of it (shrine, abbey, castle)


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tile in the hand of the player who must lay it, as it lies at 0 degrees."""

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
    changed: tuple[Cell, ...]  # what the last act changed: outlined in pictures
    tile_number: int  # how many tiles of `tile_total` were laid or put aside, the one in hand included
    tile_total: int  # of the game: start tile and all piles, without what players hold, such as abbeys
    opening: int  # how many of them lay there when the game began: whoever begins lays tile 1 of the rest
    put_aside: tuple[str, ...]  # tiles that fitted nowhere
    headline: Phrase
    tasks: Mapping[int, Phrase]
    invited: Mapping[int, Phrase]
    over: bool
    winners: tuple[int, ...]
    lays: tuple[Cell, ...] = ()  # where the drawn tile may be laid, row by row; empty while nobody is asked to lay it
    # What a module shows beyond tiles and figures: key of the module -> a frozen dataclass that its view.py describes.
    # Absent: the module is not in play or has nothing to show.
    extras: Mapping[str, Any] = field(default_factory=dict)
    # What is still to be drawn: of each pile that is not used up how many of each tile, in the order of the tile table.
    # One pile comes after the other; the order within a pile is what nobody knows.
    piles: tuple[Mapping[str, int], ...] = ()
    later: Mapping[str, int] = field(default_factory=dict)  # tiles that are going to be put into the last pile
