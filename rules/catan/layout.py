"""The geometry of both boards as tables of numbers, computed from the lengths of the rows."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import atan2
from pathlib import Path as FilePath
from typing import Any, Final

from .places import Corner, Hex, Path

TERRAINS: Final = ("hills", "forest", "pasture", "fields", "mountains", "desert")  # terrain n yields resource n
DESERT: Final = 5
ANY: Final = "any"  # the type of a 3:1 harbour
AROUND: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # E NE NW W SW SE: counter-clockwise
NEIGHBOURS_OF_CORNER_HEX: Final = 3
_DATA: Final = FilePath(__file__).with_name("data") / "boards.toml"


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One board without its terrain. Everything is indexed by the numbers of `catan.md` 1.1."""

    size: str  # small, large
    centres: tuple[tuple[int, int], ...]  # hex -> axial coordinates (q, r)
    corners_of: tuple[tuple[int, ...], ...]  # hex -> its corners N, NE, SE, S, SW, NW
    drawing_points: tuple[tuple[int, int], ...]  # corner -> (2x in half hex widths, y in half sides), for drawing
    path_ends: tuple[tuple[int, int], ...]  # path -> its two corners, the lower first
    hexes_at: tuple[tuple[int, ...], ...]  # corner -> hexes
    neighbour_corners: tuple[tuple[int, ...], ...]  # corner -> neighbouring corners
    paths_and_neighbours: tuple[tuple[tuple[int, int], ...], ...]  # corner -> (path, corner at its other end)
    path_between: Mapping[tuple[int, int], int]  # (lower, higher corner) -> path
    hexes_beside: tuple[tuple[int, ...], ...]  # hex -> neighbouring hexes
    too_near_bits: tuple[int, ...]  # corner -> bits of it and of its neighbours
    path_bits_at: tuple[int, ...]  # corner -> bits of its paths
    end_bits: tuple[int, ...]  # path -> bits of its two corners
    spirals: tuple[tuple[int, ...], ...]  # order of the lettered tokens from each corner hex of the board
    harbours: tuple[tuple[int, int], ...]  # harbour -> its two corners
    printed_facts: Mapping[str, Any]  # stock and counts
    corners: tuple[Corner, ...]
    paths: tuple[Path, ...]
    hexes: tuple[Hex, ...]


@cache
def load_layouts() -> Mapping[str, Layout]:
    """Size -> board."""
    facts = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    return {size: _build_layout(size, table) for size, table in facts.items()}


def largest_layout() -> Layout:
    """The board with most places; the places of the smaller one bear the same names."""
    return max(load_layouts().values(), key=lambda board: len(board.corners))


@cache
def layout_for(seats: int) -> Layout:
    """The board for that number of players. ValueError if there is none."""
    for board in load_layouts().values():
        if seats in board.printed_facts["seats"]:
            return board
    raise ValueError(f"no board for {seats} players")


def _corner_points(q: int, r: int) -> list[tuple[int, int]]:
    """The corners of a hex, clockwise from the north: y first, to sort in reading order."""
    x, y = 2 * q + r, 3 * r
    return [(y - 2, x), (y - 1, x + 1), (y + 1, x + 1), (y + 2, x), (y + 1, x - 1), (y - 1, x - 1)]


def _build_layout(size: str, facts: Mapping[str, Any]) -> Layout:
    rows = facts["rows"]
    middle = len(rows) // 2
    centres = tuple((-middle - min(r, 0) + n, r) for r, length in enumerate(rows, -middle) for n in range(length))
    points = sorted({point for q, r in centres for point in _corner_points(q, r)})
    corner_at = {point: corner for corner, point in enumerate(points)}
    corners_of = tuple(tuple(corner_at[point] for point in _corner_points(q, r)) for q, r in centres)
    ends = tuple(sorted({(min(pair), max(pair)) for ring in corners_of for pair in pairwise((*ring, ring[0]))}))
    corners = range(len(points))
    ways = tuple(
        tuple((path, sum(pair) - corner) for path, pair in enumerate(ends) if corner in pair) for corner in corners
    )
    beside = tuple(tuple(neighbour for _, neighbour in ways_here) for ways_here in ways)
    hex_at = {centre: hex_ for hex_, centre in enumerate(centres)}
    paths = tuple(map(Path, range(len(ends))))
    for path, pair in zip(paths, ends, strict=True):
        path.ends = pair
    return Layout(
        size=size,
        centres=centres,
        corners_of=corners_of,
        drawing_points=tuple((x, y) for y, x in points),
        path_ends=ends,
        hexes_at=tuple(tuple(hex_ for hex_, ring in enumerate(corners_of) if corner in ring) for corner in corners),
        neighbour_corners=beside,
        paths_and_neighbours=ways,
        path_between={pair: path for path, pair in enumerate(ends)},
        hexes_beside=tuple(
            tuple(hex_at[neighbour] for neighbour in _hex_neighbours(centre) if neighbour in hex_at)
            for centre in centres
        ),
        too_near_bits=tuple(1 << corner | sum(1 << other for other in beside[corner]) for corner in corners),
        path_bits_at=tuple(sum(1 << path for path, _ in ways_here) for ways_here in ways),
        end_bits=tuple(1 << first | 1 << second for first, second in ends),
        spirals=_build_spirals(hex_at),
        harbours=tuple((first, second) for first, second in facts["harbours"]),
        printed_facts=facts,
        corners=tuple(map(Corner, corners)),
        paths=paths,
        hexes=tuple(map(Hex, range(len(centres)))),
    )


def _build_spirals(hex_at: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
    """From each corner hex: the outer ring counter-clockwise, then the next one, to the middle."""  # catan.md 1.3
    rings: list[list[tuple[int, int]]] = []
    remaining = set(hex_at)
    while remaining:
        ring = {centre for centre in remaining if not remaining.issuperset(_hex_neighbours(centre))}
        rings.append(_sort_ring(ring))
        remaining -= ring
    starts = [centre for centre in rings[0] if len(hex_at.keys() & _hex_neighbours(centre)) == NEIGHBOURS_OF_CORNER_HEX]
    return tuple(_spiral_from(rings, start, hex_at) for start in sorted(starts, key=lambda centre: hex_at[centre]))


def _hex_neighbours(centre: tuple[int, int]) -> list[tuple[int, int]]:
    """The centres of the six neighbouring hexes, on the board or not."""
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in AROUND]


def _sort_ring(ring: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """A convex ring of hexes, counter-clockwise."""
    middle_x = sum(2 * q + r for q, r in ring) / len(ring)  # in half hex widths
    middle_y = sum(r for _, r in ring) / len(ring)

    def angle(centre: tuple[int, int]) -> float:
        q, r = centre
        return atan2(-1.5 * (r - middle_y), 0.75**0.5 * (2 * q + r - middle_x))

    return sorted(ring, key=angle)


def _spiral_from(
    rings: list[list[tuple[int, int]]], start: tuple[int, int], hex_at: Mapping[tuple[int, int], int]
) -> tuple[int, ...]:
    """The hexes of all rings in order, the outer ring from `start` on."""
    spiral: list[int] = []
    for ring in rings:
        if start not in ring:  # an inner ring begins beside the start of the one around it
            start = next(centre for centre in ring if centre in _hex_neighbours(start))
        begin = ring.index(start)
        spiral += (hex_at[centre] for centre in (*ring[begin:], *ring[:begin]))
    return tuple(spiral)
