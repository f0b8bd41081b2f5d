"""Draws the district Quarry."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import STEEL_DARK, STONE, STONE_SHADE, WOOD


def draw_quarry(b: Brush) -> None:
    steps = [(0, 98), (0, 30), (24, 30), (24, 46), (46, 46), (46, 64), (68, 64), (68, 82), (100, 82), (100, 98)]
    b.polygon(steps, STONE_SHADE)
    for x, y, w in ((0, 30, 24), (24, 46, 22), (46, 64, 22), (68, 82, 32)):
        b.box(x, y, w, 4, STONE)
    b.stones([(6, 46), (12, 62), (30, 60), (10, 78), (34, 76), (52, 76)])
    b.box(74, 68, 16, 14, STONE)
    b.box(80, 56, 13, 12, STONE)
    b.rod([(50, 56), (78, 16)], WOOD, 4)
    b.polygon([(58, 12), (72, 10), (84, 18), (90, 32), (80, 24), (70, 18)], STEEL_DARK)
