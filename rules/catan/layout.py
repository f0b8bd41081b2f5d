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
_DATA: Final = FilePath(__file__).with_name("data") / "boards.toml"


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """One board without its terrain. Everything is indexed by the numbers of `catan.md` 1.1."""

    size: str  # small, large
    centres: tuple[tuple[int, int], ...]  # hex -> axial coordinates (q, r)
    corners_of: tuple[tuple[int, ...], ...]  # hex -> its corners N, NE, SE, S, SW, NW
    points: tuple[tuple[int, int], ...]  # corner -> (2x in half hex widths, y in half sides), for drawing
    ends: tuple[tuple[int, int], ...]  # path -> its two corners, the lower first
    hexes_at: tuple[tuple[int, ...], ...]  # corner -> hexes
    beside: tuple[tuple[int, ...], ...]  # corner -> neighbouring corners
    ways: tuple[tuple[tuple[int, int], ...], ...]  # corner -> (path, corner at its other end)
    path_between: Mapping[tuple[int, int], int]  # (lower, higher corner) -> path
    hexes_beside: tuple[tuple[int, ...], ...]  # hex -> neighbouring hexes
    near: tuple[int, ...]  # corner -> bits of it and of its neighbours
    paths_at: tuple[int, ...]  # corner -> bits of its paths
    end_bits: tuple[int, ...]  # path -> bits of its two corners
    spirals: tuple[tuple[int, ...], ...]  # order of the lettered tokens from each corner hex of the board
    harbours: tuple[tuple[int, int], ...]  # harbour -> its two corners
    facts: Mapping[str, Any]  # stock and counts
    corners: tuple[Corner, ...]
    paths: tuple[Path, ...]
    hexes: tuple[Hex, ...]


@cache
def load_layouts() -> Mapping[str, Layout]:
    """Size -> board."""
    facts = tomllib.loads(_DATA.read_text(encoding="utf-8"))
    return {size: _build_layout(size, table) for size, table in facts.items()}


@cache
def layout_for(seats: int) -> Layout:
    """The board for that number of players. ValueError if there is none."""
    for board in load_layouts().values():
        if seats in board.facts["seats"]:
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
    spots = sorted({point for q, r in centres for point in _corner_points(q, r)})
    number = {point: n for n, point in enumerate(spots)}
    corners_of = tuple(tuple(number[point] for point in _corner_points(q, r)) for q, r in centres)
    ends = tuple(sorted({(min(pair), max(pair)) for ring in corners_of for pair in pairwise((*ring, ring[0]))}))
    count = range(len(spots))
    ways = tuple(tuple((e, a + b - v) for e, (a, b) in enumerate(ends) if v in (a, b)) for v in count)
    beside = tuple(tuple(w for _, w in way) for way in ways)
    at = {centre: h for h, centre in enumerate(centres)}
    paths = tuple(Path(e) for e in range(len(ends)))
    for path, pair in zip(paths, ends, strict=True):
        path.ends = pair
    return Layout(
        size=size,
        centres=centres,
        corners_of=corners_of,
        points=tuple((x, y) for y, x in spots),
        ends=ends,
        hexes_at=tuple(tuple(h for h, ring in enumerate(corners_of) if v in ring) for v in count),
        beside=beside,
        ways=ways,
        path_between={pair: e for e, pair in enumerate(ends)},
        hexes_beside=tuple(
            tuple(at[q + dq, r + dr] for dq, dr in AROUND if (q + dq, r + dr) in at) for q, r in centres
        ),
        near=tuple(1 << v | sum(1 << w for w in beside[v]) for v in count),
        paths_at=tuple(sum(1 << e for e, _ in ways[v]) for v in count),
        end_bits=tuple(1 << a | 1 << b for a, b in ends),
        spirals=_build_spirals(at),
        harbours=tuple((a, b) for a, b in facts["harbours"]),
        facts=facts,
        corners=tuple(map(Corner, count)),
        paths=paths,
        hexes=tuple(map(Hex, range(len(centres)))),
    )


def _build_spirals(at: Mapping[tuple[int, int], int]) -> tuple[tuple[int, ...], ...]:
    """From each corner hex: the outer ring counter-clockwise, then the next one, to the middle."""  # catan.md 1.3
    rings: list[list[tuple[int, int]]] = []
    left = set(at)
    while left:
        ring = {(q, r) for q, r in left if any((q + dq, r + dr) not in left for dq, dr in AROUND)}
        rings.append(_sort_ring(ring))
        left -= ring
    starts = [hex_ for hex_ in rings[0] if sum(n in at for n in _hex_neighbours(hex_)) == 3]
    return tuple(_spiral_from(rings, start, at) for start in sorted(starts, key=lambda hex_: at[hex_]))


def _hex_neighbours(hex_: tuple[int, int]) -> list[tuple[int, int]]:
    return [(hex_[0] + dq, hex_[1] + dr) for dq, dr in AROUND]


def _sort_ring(ring: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """A convex ring of hexes, counter-clockwise."""
    across = sum(2 * q + r for q, r in ring) / len(ring)
    down = sum(r for _, r in ring) / len(ring)
    return sorted(ring, key=lambda hex_: atan2(-1.5 * (hex_[1] - down), 0.75**0.5 * (2 * hex_[0] + hex_[1] - across)))


def _spiral_from(
    rings: list[list[tuple[int, int]]], start: tuple[int, int], at: Mapping[tuple[int, int], int]
) -> tuple[int, ...]:
    order: list[int] = []
    for ring in rings:
        if start not in ring:  # the next inner ring begins beside the start of this one
            start = next(hex_ for hex_ in ring if hex_ in _hex_neighbours(start))
        begin = ring.index(start)
        order += (at[hex_] for hex_ in (*ring[begin:], *ring[:begin]))
    return tuple(order)
