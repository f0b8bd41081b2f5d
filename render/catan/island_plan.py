"""The layout of the island: hexes, corners, paths, harbours; the strip above."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from render.core.shapes import Point
from rules.catan.layout import Layout, load_layouts

WIDE: Final = 1200
HIGHEST: Final = 1250
EDGE: Final = 10
CHIP: Final = 86
ROW: Final = 46  # height of each further line of a chip
AIR: Final = 6  # gap between a name and points below it
WIDE_CHIPS: Final = 4  # most seats with name and points side by side
OUT: Final = 0.56  # distance from a path to the middle of its harbour, in radii
DISC: Final = (0.36, 36)  # radius of a harbour disc, in radii, and its least pixels
ROOT: Final = math.sqrt(3)


def strip_chip_height(seats: int, cities: bool) -> int:
    """The height of the strip, one line of chips: narrower and higher the more seats."""
    return CHIP + ROW * cities + (ROW + AIR if seats > WIDE_CHIPS else 0)


@dataclass(frozen=True, slots=True)
class IslandPlan:
    """The layout of a board on a picture of `size`; `middle`: the middle of the island, `radius`: that of a hex."""

    board: str
    size: tuple[int, int]
    middle: tuple[int, int]
    radius: int
    top: int = 0  # top of the sea
    bottom: int = 0  # bottom of the sea

    @property
    def layout(self) -> Layout:
        return load_layouts()[self.board]

    def hex(self, h: int) -> Point:
        q, r = self.layout.centres[h]
        return self.middle[0] + self.radius * ROOT * (q + r / 2), self.middle[1] + self.radius * 1.5 * r

    def corner(self, v: int) -> Point:
        x, y = self.layout.points[v]
        return self.middle[0] + self.radius * ROOT / 2 * x, self.middle[1] + self.radius * y / 2

    def path(self, e: int) -> Point:
        (ax, ay), (bx, by) = map(self.corner, self.layout.ends[e])
        return (ax + bx) / 2, (ay + by) / 2

    def slope(self, e: int) -> int:
        """The slope of a path: 90 upright, 30 falling, -30 rising."""
        (ax, ay), (bx, by) = map(self.corner, self.layout.ends[e])
        if abs(bx - ax) < 1:
            return 90
        return 30 if (bx > ax) == (by > ay) else -30

    def harbour(self, corners: tuple[int, int]) -> Point:
        """The middle of a harbour's disc, off its path."""
        path = self.layout.path_between[min(corners), max(corners)]
        x, y = self.path(path)
        shared = set(self.layout.hexes_at[corners[0]]) & set(self.layout.hexes_at[corners[1]])
        hx, hy = self.hex(shared.pop())
        away = math.dist((x, y), (hx, hy))
        out = self.radius * OUT
        return x + (x - hx) / away * out, y + (y - hy) / away * out


def _harbour_reach_above(radius: int) -> float:
    """The distance by which harbours reach beyond the land above and below."""
    return radius * 0.235 + max(radius * DISC[0], DISC[1]) + 5


def _harbour_reach_aside(radius: int) -> float:
    """The distance by which harbours reach beyond the land left and right, where paths are upright."""
    return radius * OUT + max(radius * DISC[0], DISC[1]) + 5


@lru_cache(maxsize=64)
def plan_island(board: str, seats: int, barbarians: bool) -> IslandPlan:
    """The island as large as the picture allows. `seats`: 0 for no strip above it."""
    rows = load_layouts()[board].facts["rows"]
    top = EDGE + strip_chip_height(seats, barbarians) + 8 if seats else 0
    across = max(rows) * ROOT
    down = len(rows) * 1.5 + 0.5
    radius = int(WIDE / across)
    while (
        radius * across + 2 * _harbour_reach_aside(radius) > WIDE
        or radius * down + 2 * _harbour_reach_above(radius) > HIGHEST - top
    ):
        radius -= 1
    sea = math.ceil(radius * down + 2 * _harbour_reach_above(radius))
    across_all = [x for x, _ in load_layouts()[board].points]
    aside = radius * ROOT / 4 * (min(across_all) + max(across_all))  # coordinates start at a hex, not in the middle
    return IslandPlan(board, (WIDE, top + sea), (round(WIDE / 2 - aside), top + sea // 2), radius, top, top + sea)
