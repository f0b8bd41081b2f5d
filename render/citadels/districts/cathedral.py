"""Draws the district Cathedral."""

from __future__ import annotations

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import GLASS, LINE


def draw_cathedral(b: Brush) -> None:
    b.wall(30, 44, 40)
    b.polygon([(28, 44), (50, 22), (72, 44)], BLUE)
    for x in (14, 66):
        b.wall(x, 34, 20)
        b.gable(x, 34, 20, 24, BLUE)
        b.window(x + 10, 50, 6, 12, GLASS)
        b.window(x + 10, 74, 6, 12)
    b.cross(50, 22, 6)
    b.oval(50, 56, 8, 8, GLASS)
    b.line([(42, 56), (58, 56)], LINE, 1.2)
    b.line([(50, 48), (50, 64)], LINE, 1.2)
    b.door(50, 15, 19)
