"""Draws the character Assassin."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN, LINE, STEEL, STEEL_DARK, WOOD


def draw_assassin(b: Brush) -> None:
    b.polygon([(43, 44), (57, 44), (55, 78), (50, 92), (45, 78)], STEEL)
    b.polygon([(50, 44), (57, 44), (55, 78), (50, 92)], STEEL_DARK, None)
    b.line([(50, 46), (50, 84)], LINE, 1.2)
    b.round_box(30, 37, 40, 8, 4, COIN)
    b.box(45, 16, 10, 21, WOOD)
    b.oval(50, 12, 7, 7, COIN)
