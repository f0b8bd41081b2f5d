"""Draws the district University."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, DARK, STONE


def draw_university(b: Brush) -> None:
    b.box(10, 82, 80, 8, STONE)
    b.wall(16, 54, 68, 82)
    for x in (22, 37, 63, 78):
        b.column(x, 54, 28, 6)
    b.door(50, 13, 22, 82)
    b.polygon([(10, 54), (50, 38), (90, 54)], PURPLE)
    b.polygon([(50, 8), (78, 18), (50, 28), (22, 18)], DARK)  # a scholar's cap
    b.polygon([(36, 23), (36, 32), (50, 37), (64, 32), (64, 23), (50, 28)], DARK)
    b.line([(74, 19), (74, 32)], COIN, 2.4)
    b.oval(74, 33, 3, 4, COIN)
