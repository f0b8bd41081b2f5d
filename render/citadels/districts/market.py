"""Draws the district Market."""

from __future__ import annotations

from render.citadels.colours import GREEN, RED
from render.core.brush import Brush
from render.core.paints import COIN, LEAF, WHITE, WOOD, WOOD_LIGHT


def draw_market(b: Brush) -> None:
    for x, fill in ((8, GREEN), (52, GREEN)):
        b.box(x + 2, 50, 3, 40, WOOD)
        b.box(x + 35, 50, 3, 40, WOOD)
        b.box(x, 70, 40, 20, WOOD_LIGHT)
        b.polygon([(x + 3, 36), (x + 37, 36), (x + 42, 54), (x - 2, 54)], fill)
        for i in (1, 3):
            b.polygon(
                [(x + 3 + i * 6.8, 36), (x + 9.8 + i * 6.8, 36), (x + 6.8 + i * 8.8, 54), (x - 2 + i * 8.8, 54)], WHITE
            )
    for x, fill in ((15, RED), (25, RED), (35, RED), (60, COIN), (70, LEAF), (80, COIN)):
        b.oval(x, 68, 5, 4.5, fill)
