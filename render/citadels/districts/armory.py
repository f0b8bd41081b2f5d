"""Draws the district Armory."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, LINE, STEEL, WOOD


def draw_armory(b: Brush) -> None:
    b.rod([(20, 82), (74, 18)], STEEL, 5)
    b.rod([(80, 82), (26, 18)], STEEL, 5)
    b.rod([(16, 70), (32, 84)], WOOD, 4)
    b.rod([(84, 70), (68, 84)], WOOD, 4)
    b.polygon([(29, 30), (50, 24), (71, 30), (69, 58), (50, 80), (31, 58)], PURPLE)
    b.polygon([(50, 25), (70, 31), (68, 57), (50, 79)], (122, 60, 158), None)
    b.star(50, 49, 12, COIN)
    b.line([(29, 30), (50, 24), (71, 30), (69, 58), (50, 80), (31, 58), (29, 30)], LINE, 2.4)
