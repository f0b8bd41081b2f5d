"""Draws the progress card Commercial Harbour."""

from __future__ import annotations

from typing import Final

from render.catan.colours import TRACKS
from render.catan.strokes import stamp_good
from render.core.brush import Brush
from render.core.paints import SEA, SEA_LIGHT, WHITE, WOOD, WOOD_DARK

BROAD: Final = True


def draw_commercial_harbour(b: Brush) -> None:
    b.box(0, 66, 100, 34, SEA, None)
    for x, y in ((10, 74), (36, 84), (78, 78), (58, 92)):
        b.line([(x, y), (x + 12, y)], SEA_LIGHT, 2.2)
    b.line([(40, 62), (40, 12)], WOOD_DARK, 3)
    b.polygon([(43, 14), (43, 54), (74, 54)], WHITE)
    b.polygon([(37, 22), (37, 54), (16, 54)], TRACKS["trade"].fill)
    b.polygon([(8, 60), (84, 60), (72, 78), (20, 78)], WOOD)
    stamp_good(b, "cloth", 82, 82, 26)
    stamp_good(b, "brick", 20, 88, 24)
