"""The land tiles: printed contents, and data derived for each of their four turns."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from .cells import AROUND, BRIDGE_PLACE, EDGES, HALVES, POINTS, STEPS_OVER_EDGES

ROAD: Final = 0
CITY: Final = 1
MONASTERY: Final = 2
FIELD: Final = 3
KINDS: Final = ("road", "city", "monastery", "field")  # of features, by number

EDGE_NAMES: Final = {
    "C": "city",
    "R": "road",
    "F": "field",
    "W": "river",
    "X": "wall",
    "A": "any",
}
NEEDS: Final = {"A": 0, "X": 0, "F": 1, "R": 2, "C": 3, "W": 4}  # requirement for the neighbouring tile; 0: none
NEED_NAMES: Final = ("any", "field", "road", "city", "river")
NEED_BITS: Final = 3  # of the requirement of one edge, in a number for all four
NEED_MASK: Final = (1 << NEED_BITS) - 1

_TABLE: Final[dict[str, Any]] = tomllib.loads(
    files(__package__).joinpath("data/tiles.toml").read_text(encoding="utf-8")
)

# Marks that add up when features merge, packed into one number. Modules own them.
MARKS: Final[tuple[str, ...]] = tuple(_TABLE.pop("marks"))
MARK_BITS: Final = 8
MARK_MASK: Final = (1 << MARK_BITS) - 1
SHAPES: Final = frozenset({"cap", "tunnel"})  # words about a road or city that are no marks


def mark_lane(mark: str) -> int:
    """The bits of a mark in packed marks. ValueError for an unknown mark."""
    if mark not in MARKS:
        raise ValueError(f"{mark!r} is not among the marks that data/tiles.toml lists")
    return MARK_MASK << MARK_BITS * MARKS.index(mark)


def marks_of(packed: int) -> dict[str, int]:
    """Mark -> count, from packed marks."""
    return {mark: n for i, mark in enumerate(MARKS) if (n := packed >> MARK_BITS * i & MARK_MASK)}


def pack_marks(words: Iterable[str]) -> int:
    """The marks among the words about a segment, packed: `cap 2 shields wine`. ValueError for other words."""
    packed, n = 0, 1
    for word in words:
        if word.isdecimal():
            n = int(word)
            continue
        if word not in SHAPES:
            one_mark = mark_lane(word if word in MARKS else word.removesuffix("s")) // MARK_MASK
            packed += n * one_mark
        n = 1
    return packed


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a feature drawn on one tile."""

    kind: int
    edges: tuple[int, ...] = ()  # of a road or city
    halves: tuple[int, ...] = ()  # of a field
    near: str = ""  # of an enclosed field: its location
    end: str = ""  # of a road with one edge: its end on the tile
    cap: bool = False  # of a city: a half-circle on one edge
    marks: int = 0
    cities: tuple[int, ...] = ()  # of a field: the segments of the cities it borders
    above: bool = False  # a road built over the tile, not printed


@dataclass(frozen=True)
class Tile:
    """A kind of land tile, as printed."""

    number: int  # its index in the table, used by saved games
    id: str
    set: str
    count: int
    edges: str
    segments: tuple[Segment, ...]  # roads, cities, monastery, fields
    rivers: tuple[tuple[int, ...], ...]
    building: str  # monastery, shrine, abbey or nothing
    symbols: frozenset[str]
    meets: tuple[frozenset[int], ...]  # segments that touch each other
    role: str
    supply: str
    block: tuple[int, int] | None

    @cached_property
    def turned(self) -> tuple[Turned, ...]:
        """The tile in its four turns."""
        return tuple(Turned(self, quarters) for quarters in range(4))


class Turned:
    """A tile in one of its turns, with all data needed to lay it."""

    __slots__ = (
        "bordered_city_segments",
        "building_segment",
        "closes_neighbours",
        "completable_segments",
        "edges",
        "edges_for_laying",
        "facing",
        "kinds",
        "marks",
        "need",
        "no_followers",
        "number",
        "places",
        "printed_open_ends",
        "quarters",
        "rivers",
        "seam_into",
        "seam_out",
        "size",
        "tile",
    )

    def __init__(self, tile: Tile, quarters: int) -> None:
        segments = tile.segments
        self.tile = tile
        self.quarters = quarters
        self.number = 4 * tile.number + quarters
        self.edges = "".join(tile.edges[(edge - quarters) % 4] for edge in range(4))
        self.size = len(segments)
        self.kinds = tuple(segment.kind for segment in segments)
        self.marks = tuple(segment.marks for segment in segments)
        self.printed_open_ends = tuple(
            len(AROUND) if segment.kind == MONASTERY else len(segment.edges) for segment in segments
        )
        self.bordered_city_segments = tuple(segment.cities for segment in segments)
        self.no_followers = (0,) * self.size
        self.rivers = tuple(tuple(sorted((edge + quarters) % 4 for edge in river)) for river in tile.rivers)
        self.building_segment = next((i for i, segment in enumerate(segments) if segment.kind == MONASTERY), -1)
        self.closes_neighbours = "A" in self.edges  # any road or city at its edges ends there
        self.completable_segments = tuple(i for i, segment in enumerate(segments) if segment.kind in (ROAD, CITY))
        self.places = tuple(_place_name(segment, quarters) for segment in segments)
        needs = [NEEDS[letter] for letter in self.edges]
        self.need = sum(need << NEED_BITS * edge for edge, need in enumerate(needs))
        # Required opposite edge of the empty cell beyond each edge.
        self.facing = tuple(need << NEED_BITS * ((edge + 2) % 4) for edge, need in enumerate(needs))
        seams = [self._seam(edge) for edge in range(4)]
        self.seam_out = tuple(out for out, _ in seams)
        self.seam_into = tuple(into for _, into in seams)
        # For laying, per edge: itself, the step over it, its requirement, and its seam.
        self.edges_for_laying = tuple(zip(range(4), STEPS_OVER_EDGES, self.facing, self.seam_out, strict=True))

    def _seam(self, edge: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The segments at an edge, in the order in which they meet those of `into` of the opposite edge."""
        segments = self.tile.segments
        printed = (edge - self.quarters) % 4
        crossing = [i for i, segment in enumerate(segments) if printed in segment.edges]
        # A city edge has no field; a seam inside the City of Carcassonne has at most one.
        halves = (2 * printed, 2 * printed + 1)
        fields = [i for half in halves for i, segment in enumerate(segments) if half in segment.halves]
        if self.edges[edge] == "F":  # both halves belong to one field
            return (fields[0],), (fields[0],)
        return (*crossing, *fields), (*crossing, *reversed(fields))

    def segment_at(self, place: str) -> int:
        """The segment of that place, -1 if there is none."""
        return self.places.index(place) if place in self.places else -1


def _place_name(segment: Segment, quarters: int) -> str:
    """The name of a segment's place on the turned tile, such as `road-E`."""
    if segment.kind == MONASTERY:
        return "monastery"
    if segment.above:
        return BRIDGE_PLACE
    if segment.kind == FIELD:
        if segment.halves:
            return "field-" + HALVES[min((half + 2 * quarters) % 8 for half in segment.halves)]
        if segment.near == "C":
            return "field-C"
        return "field-" + POINTS[(POINTS.index(segment.near) + 2 * quarters) % 8]
    return f"{KINDS[segment.kind]}-{EDGES[min((edge + quarters) % 4 for edge in segment.edges)]}"


def _parse_edges(letters: str) -> tuple[int, ...]:
    return tuple(map(EDGES.index, letters))


def _parse_road(text: str) -> Segment:
    """A road: its edges, after a colon how it ends on the tile, its marks: `N:crossing inn`."""
    course, *marks = text.split()
    letters, _, end = course.partition(":")
    return Segment(ROAD, _parse_edges(letters), end=end, marks=pack_marks(marks))


def _parse_city(text: str) -> Segment:
    """A city: its edges, then words about it: `NE 1 shield`."""
    letters, *words = text.split()
    return Segment(CITY, _parse_edges(letters), cap="cap" in words, marks=pack_marks(words))


def _parse_field(text: str, cities: Mapping[str, int]) -> Segment:
    """A field: its halves of edges or its location (`@NE`), after a slash the cities it borders: `27/N`."""
    where, *words = text.split()
    halves, _, touched = where.partition("/")
    inside = halves.startswith("@")
    return Segment(
        FIELD,
        halves=() if inside else tuple(map(int, halves)),
        near=halves[1:] if inside else "",
        marks=pack_marks(words),
        cities=tuple(cities[letter] for letter in touched),
    )


def _build_tile(number: int, group: str, name: str, row: Mapping[str, Any]) -> Tile:
    segments = [*map(_parse_road, row.get("roads", ())), *map(_parse_city, row.get("cities", ()))]
    if "building" in row:
        segments.append(Segment(MONASTERY))
    tokens = {_place_name(segment, quarters=0): i for i, segment in enumerate(segments)}
    if "building" in row:
        tokens["building"] = tokens["monastery"]
    cities = {text[0]: tokens[f"city-{text[0]}"] for text in row.get("cities", ())}
    segments += [_parse_field(text, cities) for text in row.get("fields", ())]
    return Tile(
        number=number,
        id=f"{group}-{name}",
        set=group,
        count=row["n"],
        edges=row["edges"],
        segments=tuple(segments),
        rivers=tuple(map(_parse_edges, row.get("rivers", ()))),
        building=row.get("building", ""),
        symbols=frozenset(row.get("symbols", ())),
        meets=tuple(frozenset(tokens[token] for token in text.split()) for text in row.get("meets", ())),
        role=row.get("role", ""),
        supply=row.get("supply", ""),
        block=tuple(row["block"]) if "block" in row else None,
    )


def _load_tiles() -> tuple[Tile, ...]:
    rows = [(group, name, row) for group, group_rows in _TABLE.items() for name, row in group_rows.items()]
    return tuple(_build_tile(number, *row) for number, row in enumerate(rows))


def _fitting_turns(tile: Tile) -> tuple[int, ...]:
    """Requirement of the neighbours -> fitting turns as bits, without visual duplicates."""
    turns_by_need = [0] * (1 + sum(max(NEEDS.values()) << NEED_BITS * edge for edge in range(4)))
    for turned in distinct_turns(tile):
        for key in requirements_met(needs_of_edges(turned)).values():
            turns_by_need[key] |= 1 << turned.quarters
    return tuple(turns_by_need)


def needs_of_edges(turned: Turned) -> list[int]:
    """Edge -> its requirement for the neighbouring tile."""
    return [turned.need >> NEED_BITS * edge & NEED_MASK for edge in range(4)]


def requirements_met(needs: Sequence[int]) -> dict[int, int]:
    """Edges with neighbours (as bits) -> the requirement of neighbours that such edges meet."""
    return {
        edges: sum(need << NEED_BITS * edge for edge, need in enumerate(needs) if edges >> edge & 1)
        for edges in range(1 << len(needs))
    }


def distinct_turns(tile: Tile) -> list[Turned]:
    """The visually distinct turns of a tile, the first of each."""
    turned_by_face: dict[object, Turned] = {}
    for turned in tile.turned:
        turned_by_face.setdefault(visible_face(turned), turned)
    return list(turned_by_face.values())


def visible_face(turned: Turned) -> object:
    """A key that is equal for turned tiles that look the same."""
    quarters = turned.quarters
    segments = frozenset(
        (
            segment.kind,
            segment.marks,
            segment.end,
            frozenset((edge + quarters) % 4 for edge in segment.edges),
            frozenset((half + 2 * quarters) % 8 for half in segment.halves),
            _place_name(segment, quarters),
        )
        for segment in turned.tile.segments
    )
    return turned.need, segments, turned.rivers


TILES: Final = _load_tiles()
BY_ID: Final[Mapping[str, Tile]] = {tile.id: tile for tile in TILES}
TURNED: Final = tuple(turned for tile in TILES for turned in tile.turned)  # by 4 * tile + quarter turns
FITS: Final = tuple(map(_fitting_turns, TILES))  # by tile: see _fitting_turns


@cache
def bridged_tile(number: int, axis: int) -> Turned:
    """A turned tile with a bridge between the edge `axis` (0 or 1) and the opposite one. It has one more road, its last
    segment. The field on both sides of the bridge's ends stays one."""
    turned = TURNED[number]
    tile = turned.tile
    ends = ((axis - turned.quarters) % 4, (axis + 2 - turned.quarters) % 4)
    edges = "".join("R" if edge in ends else letter for edge, letter in enumerate(tile.edges))
    span = Segment(ROAD, ends, above=True)
    return Turned(replace(tile, edges=edges, segments=(*tile.segments, span)), turned.quarters)
