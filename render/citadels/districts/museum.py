"""Draws the district Museum."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN_LIGHT, FIRE, LINE, STONE, STONE_SHADE


def draw_museum(b: Brush) -> None:
    b.box(28, 70, 44, 20, STONE)
    b.box(58, 70, 14, 20, STONE_SHADE, None)
    b.box(24, 64, 52, 7, STONE)
    b.polygon(
        [(42, 64), (32, 46), (36, 34), (45, 28), (45, 20), (55, 20), (55, 28), (64, 34), (68, 46), (58, 64)], FIRE
    )
    b.box(41, 16, 18, 5, FIRE)
    b.line([(33, 42), (67, 42)], LINE, 4)
    for x in (38, 46, 54, 62):
        b.polygon([(x - 3, 40), (x, 36), (x + 3, 40)], COIN_LIGHT, None)
    b.arc(34, 32, 8, 90, 300, LINE, 3)
    b.arc(66, 32, 8, 240, 90, LINE, 3)
    for x in (10, 90):
        b.column(x, 22, 68, 9)
