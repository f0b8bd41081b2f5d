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

    def turned_by(self, quarters: int) -> Facts:
        """The tile after further quarter turns clockwise."""
        turns = quarters % 4
        if not turns:
            return self

        def edges(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(sorted((edge + turns) % 4 for edge in numbers))

        def halves(numbers: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(sorted((half + 2 * turns) % 8 for half in numbers))

        def compass(point: str) -> str:
            return COMPASS[(COMPASS.index(point) + 2 * turns) % 8] if point in COMPASS else point

        return replace(
            self,
            edges=tuple(self.edges[(i - turns) % 4] for i in range(4)),
            cities=tuple(replace(city, edges=edges(city.edges)) for city in self.cities),
            roads=tuple(replace(road, edges=edges(road.edges)) for road in self.roads),
            fields=tuple(
                replace(field, halves=halves(field.halves), near=compass(field.near)) for field in self.fields
            ),
            rivers=tuple(replace(river, edges=edges(river.edges)) for river in self.rivers),
            turn=(self.turn + turns) % 4,
        )

    @property
    def areas(self) -> tuple[City | Road | Field, ...]:
        """All segments except the building."""
        return (*self.cities, *self.roads, *self.fields)

    def list_marks(self) -> list[tuple[str, str]]:
        """(mark, segment) of all marks; symbols of the tile itself have no segment."""
        return [
            *((mark, area.id) for area in self.areas for mark in area.marks),
            *((mark, "") for mark in self.symbols),
        ]

    @property
    def occupies_middle(self) -> bool:
        """Whether its middle is occupied, so that ways pass beside it."""
        return bool(self.building) or any(sign_of_mark(mark).middle for mark, _ in self.list_marks())

    def area_of_place(self) -> dict[str, str]:
        """Place token, as in moves -> id of the city, road, field or building (`b`)."""
        area_of_place = {f"city-{EDGE_NAMES[city.edges[0]]}": city.id for city in self.cities}
        area_of_place |= {f"road-{EDGE_NAMES[road.edges[0]]}": road.id for road in self.roads}
        for field in self.fields:
            area_of_place[f"field-{HALF_NAMES[field.halves[0]] if field.halves else field.near}"] = field.id
        if self.building:
            area_of_place["monastery"] = "b"
        return area_of_place

    def cities_joined_by(self, road: str) -> tuple[str, ...]:
        """The cities that a road touches on this tile."""
        names = {city.id for city in self.cities}
        return tuple(dict.fromkeys(name for group in self.joins if road in group for name in group if name in names))


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
            touched = tuple(names[city_index] for city_index in segment.cities)
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
    return all_facts()[tile].turned_by(quarters)
