"""Draws the district Factory."""

from __future__ import annotations

import math

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import STEEL_DARK, STONE, STONE_DARK, WHITE


def draw_factory(b: Brush) -> None:
    for x, y, r in ((24, 14, 8), (34, 8, 6), (14, 9, 6)):
        b.oval(x, y, r, r, WHITE, None)
    b.box(17, 26, 12, 40, STONE_DARK)
    b.wall(10, 58, 80)
    for x in (34, 53, 72):
        b.polygon([(x, 58), (x, 44), (x + 19, 58)], PURPLE)
    teeth = []
    for i in range(16):
        r = 19 if i % 2 else 14
        for d in (-0.13, 0.13):
            a = math.pi * i / 8 + d
            teeth.append((58 + r * math.cos(a), 68 + r * math.sin(a)))
    b.polygon(teeth, STEEL_DARK)
    b.oval(58, 68, 6, 6, STONE)
    b.door(24, 13, 20)
