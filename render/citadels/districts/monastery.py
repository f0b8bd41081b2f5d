"""Draws the district Monastery."""

from __future__ import annotations

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import GLASS


def draw_monastery(b: Brush) -> None:
    b.wall(34, 54, 54)
    b.polygon([(30, 54), (36, 42), (86, 42), (93, 54)], BLUE)
    b.wall(12, 38, 24)
    b.hip(12, 38, 24, 12, BLUE)
    b.cross(24, 26, 5)
    b.oval(24, 52, 5, 5, GLASS)
    b.door(24, 10, 18)
    for x in (45, 59, 73):
        b.door(x + 2, 10, 24)
