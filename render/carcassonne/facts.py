"""Geometry of the land tiles for the painter: edges and halves by number, turned as they lie.

Edges 0 to 3 are N E S W. The eight halves of the rim run clockwise; half 0 is the west half of the north edge.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from rules.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, TILES, Tile, marks_of
from rules.carcassonne.tiles import EDGE_NAMES as EDGE_NAMES_OF

from .signs import sign_of_mark

EDGE_NAMES: Final = "NESW"
HALF_NAMES: Final = ("NNW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW")
COMPASS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass(frozen=True, slots=True)
class City:
    """A city segment: its edges and marks."""

    id: str
    edges: tuple[int, ...]
    cap: bool = False  # a plain half circle on one edge
    marks: tuple[str, ...] = ()  # repeated by their number


@dataclass(frozen=True, slots=True)
class Road:
    """A road segment; `end`: the end of a road with one edge."""

    id: str
    edges: tuple[int, ...]
    end: str = ""
    tunnel: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A field segment. A field without halves is enclosed by cities; `near` says where."""

    id: str
    halves: tuple[int, ...]
    cities: tuple[str, ...]
    near: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class River:
    """A river segment with one edge (spring or lake), two, or three (fork)."""

    id: str
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """A tile as it lies."""

    id: str
    edges: tuple[str, ...]
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    fields: tuple[Field, ...]
    rivers: tuple[River, ...]
    building: str
    symbols: tuple[str, ...]
    joins: tuple[tuple[str, ...], ...]
    role: str
    turn: int = 0  # quarter turns clockwise
    block: bool = False  # part of the city of Carcassonne

    def turned(self, quarters: int) -> Facts:
        """The tile after further quarter turns clockwise."""
        k = quarters % 4
        if not k:
            return self

        def edges(of: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(sorted((e + k) % 4 for e in of))

        def compass(point: str) -> str:
            return COMPASS[(COMPASS.index(point) + 2 * k) % 8] if point in COMPASS else point

        return replace(
            self,
            edges=tuple(self.edges[(i - k) % 4] for i in range(4)),
            cities=tuple(replace(c, edges=edges(c.edges)) for c in self.cities),
            roads=tuple(replace(r, edges=edges(r.edges)) for r in self.roads),
            fields=tuple(
                replace(f, halves=tuple(sorted((h + 2 * k) % 8 for h in f.halves)), near=compass(f.near))
                for f in self.fields
            ),
            rivers=tuple(replace(w, edges=edges(w.edges)) for w in self.rivers),
            turn=(self.turn + k) % 4,
        )

    @property
    def areas(self) -> tuple[City | Road | Field, ...]:
        """All segments except the building."""
        return (*self.cities, *self.roads, *self.fields)

    def marked(self) -> list[tuple[str, str]]:
        """(mark, segment) of all marks; symbols of the tile itself have no segment."""
        return [
            *((mark, area.id) for area in self.areas for mark in area.marks),
            *((mark, "") for mark in self.symbols),
        ]

    @property
    def middle(self) -> bool:
        """Whether its middle is occupied, so that ways pass beside it."""
        return bool(self.building) or any(sign_of_mark(mark).middle for mark, _ in self.marked())

    def places(self) -> dict[str, str]:
        """Place token, as in moves -> id of the city, road, field or building (`b`)."""
        found = {f"city-{EDGE_NAMES[c.edges[0]]}": c.id for c in self.cities}
        found |= {f"road-{EDGE_NAMES[r.edges[0]]}": r.id for r in self.roads}
        found |= {f"field-{HALF_NAMES[f.halves[0]] if f.halves else f.near}": f.id for f in self.fields}
        if self.building:
            found["monastery"] = "b"
        return found

    def joined(self, road: str) -> tuple[str, ...]:
        """The cities that a road touches on this tile."""
        names = {c.id for c in self.cities}
        return tuple(dict.fromkeys(x for group in self.joins if road in group for x in group if x in names))


def _facts_of_rules_tile(tile: Tile) -> Facts:
    names = [
        f"{'rcbf'[segment.kind]}{i}" if segment.kind != MONASTERY else "b" for i, segment in enumerate(tile.segments)
    ]
    cities, roads, fields = [], [], []
    symbols = sorted(tile.symbols)
    for name, segment in zip(names, tile.segments, strict=True):
        marks = tuple(mark for mark, n in marks_of(segment.marks).items() for _ in range(n))
        if segment.kind == CITY:
            cities.append(City(name, segment.edges, segment.cap, marks))
        elif segment.kind == ROAD:
            roads.append(Road(name, segment.edges, segment.end, "tunnel" in tile.id, marks))
        elif segment.kind == FIELD:
            touched = tuple(names[c] for c in segment.cities)
            fields.append(Field(name, segment.halves, touched, segment.near, marks))
        else:  # the building fills the tile
            symbols += marks
    return Facts(
        tile.id,
        tuple(EDGE_NAMES_OF[letter] for letter in tile.edges),
        tuple(cities),
        tuple(roads),
        tuple(fields),
        tuple(River(f"w{i}", edges) for i, edges in enumerate(tile.rivers)),
        tile.building,
        tuple(symbols),
        tuple(tuple(names[i] for i in sorted(group)) for group in tile.meets),
        tile.role,
        block=tile.block is not None,
    )


@lru_cache(maxsize=1)
def all_facts() -> dict[str, Facts]:
    """All tiles, unturned, by name."""
    return {tile.id: _facts_of_rules_tile(tile) for tile in TILES}


@lru_cache(maxsize=1024)
def tile_facts(tile: str, quarters: int = 0) -> Facts:
    """A tile after `quarters` quarter turns clockwise."""
    return all_facts()[tile].turned(quarters)
