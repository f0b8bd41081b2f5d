"""Draws the progress card Resource Monopoly."""

from __future__ import annotations

from render.catan.strokes import stamp_good
from render.core.brush import Brush
from render.core.paints import WOOD, WOOD_DARK, WOOD_LIGHT


def draw_resource_monopoly(b: Brush) -> None:
    b.polygon([(8, 58), (92, 58), (84, 92), (16, 92)], WOOD_LIGHT)
    for x in range(18, 90, 13):
        b.line([(x, 60), (x + (50 - x) * 0.08, 91)], WOOD, 2.6)
    b.line([(9, 60), (91, 60)], WOOD_DARK, 4)
    stamp_good(b, "lumber", 26, 44, 34)
    stamp_good(b, "ore", 54, 42, 36)
    stamp_good(b, "grain", 80, 38, 36)
