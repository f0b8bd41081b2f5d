"""The scene of the Prison."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import DARK, STEEL, WOOD_DARK


def draw_prison(b: Brush) -> None:
    b.wall(22, 34, 56)
    b.merlons(22, 34, 56, 6)
    for x in (36, 64):
        b.box(x - 8, 46, 16, 16, DARK)
        for i in (-4, 0, 4):
            b.line([(x + i, 46), (x + i, 62)], STEEL, 1.8)
    b.door(50, 16, 22, fill=WOOD_DARK)
    b.stones([(26, 76), (33, 82), (66, 74), (70, 82), (47, 50)])
