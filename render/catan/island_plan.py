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
CHIP_HIGH: Final = 86
CHIP_LINE_HIGH: Final = 46  # height of each further line of a chip
NAME_GAP: Final = 6  # gap between a name and points below it
WIDE_CHIPS: Final = 4  # most seats with name and points side by side
HARBOUR_DISTANCE: Final = 0.56  # distance from a path to the middle of its harbour, in radii
HARBOUR_DISC: Final = (0.36, 36)  # radius of a harbour disc, in radii, and its least pixels
ROOT_3: Final = math.sqrt(3)


def strip_chip_height(seats: int, cities: bool) -> int:
    """The height of the strip, one line of chips: narrower and higher the more seats."""
    return CHIP_HIGH + CHIP_LINE_HIGH * cities + (CHIP_LINE_HIGH + NAME_GAP if seats > WIDE_CHIPS else 0)


@dataclass(frozen=True, slots=True)
class IslandPlan:
    """The layout of a board on a picture of `size`; `middle`: the middle of the island, `radius`: that of a hex."""

    board: str
    size: tuple[int, int]
    middle: tuple[int, int]
    radius: int
    sea_top: int = 0  # top of the sea
    sea_bottom: int = 0  # bottom of the sea

    @property
    def layout(self) -> Layout:
        return load_layouts()[self.board]

    def hex_middle(self, number: int) -> Point:
        """The middle of a hex."""
        q, r = self.layout.centres[number]
        return self.middle[0] + self.radius * ROOT_3 * (q + r / 2), self.middle[1] + self.radius * 1.5 * r

    def corner_point(self, number: int) -> Point:
        """The position of a corner."""
        x, y = self.layout.drawing_points[number]
        return self.middle[0] + self.radius * ROOT_3 / 2 * x, self.middle[1] + self.radius * y / 2

    def path_middle(self, number: int) -> Point:
        """The middle of a path."""
        (ax, ay), (bx, by) = map(self.corner_point, self.layout.path_ends[number])
        return (ax + bx) / 2, (ay + by) / 2

    def path_slope(self, number: int) -> int:
        """The slope of a path: 90 upright, 30 falling, -30 rising."""
        (ax, ay), (bx, by) = map(self.corner_point, self.layout.path_ends[number])
        if abs(bx - ax) < 1:
            return 90
        return 30 if (bx > ax) == (by > ay) else -30

    def harbour_middle(self, corners: tuple[int, int]) -> Point:
        """The middle of a harbour's disc, off its path."""
        path = self.layout.path_between[min(corners), max(corners)]
        x, y = self.path_middle(path)
        shared = set(self.layout.hexes_at[corners[0]]) & set(self.layout.hexes_at[corners[1]])
        hx, hy = self.hex_middle(shared.pop())
        distance = math.dist((x, y), (hx, hy))
        reach = self.radius * HARBOUR_DISTANCE
        return x + (x - hx) / distance * reach, y + (y - hy) / distance * reach


def _harbour_reach_above(radius: int) -> float:
    """The distance by which harbours reach beyond the land above and below."""
    return radius * 0.235 + max(radius * HARBOUR_DISC[0], HARBOUR_DISC[1]) + 5


def _harbour_reach_aside(radius: int) -> float:
    """The distance by which harbours reach beyond the land left and right, where paths are upright."""
    return radius * HARBOUR_DISTANCE + max(radius * HARBOUR_DISC[0], HARBOUR_DISC[1]) + 5


@lru_cache(maxsize=64)
def plan_island(board: str, seats: int, barbarians: bool) -> IslandPlan:
    """The island as large as the picture allows. `seats`: 0 for no strip above it."""
    rows = load_layouts()[board].printed_facts["rows"]
    top = EDGE + strip_chip_height(seats, barbarians) + 8 if seats else 0
    hexes_wide = max(rows) * ROOT_3
    hexes_high = len(rows) * 1.5 + 0.5
    radius = int(WIDE / hexes_wide)
    while (
        radius * hexes_wide + 2 * _harbour_reach_aside(radius) > WIDE
        or radius * hexes_high + 2 * _harbour_reach_above(radius) > HIGHEST - top
    ):
        radius -= 1
    sea_high = math.ceil(radius * hexes_high + 2 * _harbour_reach_above(radius))
    columns_x = [x for x, _ in load_layouts()[board].drawing_points]
    middle_shift = radius * ROOT_3 / 4 * (min(columns_x) + max(columns_x))  # coordinates start at a hex
    middle = (round(WIDE / 2 - middle_shift), top + sea_high // 2)
    return IslandPlan(board, (WIDE, top + sea_high), middle, radius, top, top + sea_high)
