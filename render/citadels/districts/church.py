"""Draws the district Church."""

from __future__ import annotations

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import GLASS


def draw_church(b: Brush) -> None:
    b.wall(42, 58, 42)
    b.polygon([(38, 58), (48, 38), (84, 38), (90, 58)], BLUE)
    b.wall(22, 46, 22)
    b.gable(22, 46, 22, 28, BLUE)
    b.cross(33, 18, 5)
    b.window(33, 58, 6, 11, GLASS)
    for x in (56, 72):
        b.window(x, 72, 6, 13, GLASS)
    b.door(33, 10, 16)
