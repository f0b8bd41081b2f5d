"""Draws the progress card Commodity Monopoly."""

from __future__ import annotations

from render.catan.strokes import stamp_good
from render.core.brush import Brush
from render.core.paints import COIN_DARK, WOOD, WOOD_DARK


def draw_commodity_monopoly(b: Brush) -> None:
    b.polygon([(8, 54), (92, 54), (86, 92), (14, 92)], WOOD)
    for x in (22, 50, 78):
        b.line([(x, 56), (x, 91)], WOOD_DARK, 3)
    b.line([(10, 66), (90, 66)], COIN_DARK, 5)
    stamp_good(b, "cloth", 24, 40, 36)
    stamp_good(b, "coin", 52, 34, 36)
    stamp_good(b, "paper", 78, 40, 34)
