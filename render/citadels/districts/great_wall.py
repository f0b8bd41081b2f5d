"""Draws the district Great Wall."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import LEAF, LEAF_DARK, STONE


def draw_great_wall(b: Brush) -> None:
    b.oval(22, 88, 40, 34, LEAF, None)
    b.oval(82, 92, 42, 46, LEAF_DARK, None)
    b.box(0, GROUND, 100, 20, LEAF, None)
    wall = [(-2, 84), (24, 62), (50, 76), (74, 50), (102, 62), (102, 76), (74, 66), (50, 92), (24, 78), (-2, 99)]
    b.polygon(wall, STONE)
    for x, y in ((4, 75), (13, 67), (33, 63), (42, 68), (57, 65), (65, 56), (84, 51), (93, 55)):
        b.box(x - 2.6, y - 2, 5.2, 6, STONE)
    for x, y in ((18, 48), (66, 34)):
        b.wall(x, y, 17, y + 30)
        b.merlons(x - 2, y, 21, 4)
        b.window(x + 8.5, y + 13)
    b.flag(74, 28, PURPLE, 14)
