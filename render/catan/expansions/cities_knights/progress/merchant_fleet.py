"""Draws the progress card Merchant Fleet."""

from __future__ import annotations

from typing import Final

from render.catan.colours import TRACKS
from render.core.brush import Brush
from render.core.paints import SEA, WHITE, WOOD, WOOD_DARK

BROAD: Final = True


def draw_merchant_fleet(b: Brush) -> None:
    b.box(0, 62, 100, 38, SEA, None)
    for x, y, k in ((30, 52, 0.62), (72, 44, 0.5), (56, 82, 0.95)):
        b.line([(x, y), (x, y - 44 * k)], WOOD_DARK, 2.6)
        b.polygon([(x + 2, y - 42 * k), (x + 2, y - 6 * k), (x + 26 * k, y - 6 * k)], WHITE)
        b.polygon([(x - 2, y - 34 * k), (x - 2, y - 6 * k), (x - 20 * k, y - 6 * k)], TRACKS["trade"].fill)
        b.polygon([(x - 30 * k, y - 2), (x + 32 * k, y - 2), (x + 22 * k, y + 13 * k), (x - 20 * k, y + 13 * k)], WOOD)
