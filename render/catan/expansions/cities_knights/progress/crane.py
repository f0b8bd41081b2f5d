"""The scene of the Crane."""

from __future__ import annotations

import math

from render.core.brush import Brush
from render.core.paints import LINE, STONE_DARK, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_crane(b: Brush) -> None:
    b.wall(56, 58, 34)
    b.stones([(62, 68), (76, 68), (66, 78), (80, 78)])
    b.rod([(26, 90), (26, 20)], WOOD, 5)
    b.rod([(12, 32), (84, 16)], WOOD_LIGHT, 5)
    b.line([(26, 20), (50, 24)], WOOD_DARK, 2.4)
    b.line([(74, 18), (74, 40)], LINE, 1.8)
    b.box(64, 40, 20, 14, STONE_DARK)
    b.oval(26, 66, 15, 15, WOOD_LIGHT)
    for i in range(4):
        a = math.pi * i / 4
        dx, dy = 13 * math.cos(a), 13 * math.sin(a)
        b.line([(26 - dx, 66 - dy), (26 + dx, 66 + dy)], WOOD, 2)
