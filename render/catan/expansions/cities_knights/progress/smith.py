"""Draws the progress card Smith."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import FIRE, FLAME, STEEL, STEEL_DARK, WOOD_LIGHT


def draw_smith(b: Brush) -> None:
    b.polygon(
        [(20, 54), (84, 54), (70, 68), (60, 68), (64, 84), (74, 90), (28, 90), (38, 84), (42, 68), (30, 66)], STEEL_DARK
    )
    b.line([(30, 57), (76, 57)], STEEL, 3)
    b.line([(46, 50), (88, 44)], FIRE, 6)
    b.line([(48, 49), (74, 46)], FLAME, 2.6)
    b.rod([(20, 46), (44, 20)], WOOD_LIGHT, 5)
    b.polygon([(34, 10), (60, 30), (50, 40), (26, 20)], STEEL)
    for x, y in ((62, 34), (72, 30), (66, 24)):
        b.star(x, y, 5, FLAME, None, 4)
