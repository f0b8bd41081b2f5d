"""Draws the district Lighthouse."""

from __future__ import annotations

from render.citadels.colours import NIGHT, PURPLE
from render.core.brush import Brush
from render.core.paints import COIN_LIGHT, FLAME, ROSE, SEA, SEA_LIGHT, STONE, STONE_DARK, WHITE


def draw_lighthouse(b: Brush) -> None:
    b.box(0, 0, 100, 76, NIGHT, None)
    b.box(0, 74, 100, 30, SEA, None)
    b.line([(4, 84), (20, 84)], SEA_LIGHT, 2)
    b.polygon([(54, 26), (100, 8), (100, 44)], FLAME, None)
    b.polygon([(46, 26), (0, 14), (0, 38)], FLAME, None)
    b.oval(52, 92, 40, 16, STONE_DARK)
    b.polygon([(36, 84), (41, 36), (59, 36), (64, 84)], WHITE)
    for a, c in ((46, 57), (68, 78)):
        b.polygon(
            [(41 - (a - 36) / 9.6, a), (59 + (a - 36) / 9.6, a), (59 + (c - 36) / 9.6, c), (41 - (c - 36) / 9.6, c)],
            ROSE,
        )
    b.box(38, 32, 24, 5, STONE)
    b.box(43, 20, 14, 12, COIN_LIGHT)
    b.gable(43, 20, 14, 10, PURPLE)
