"""Draws the district Wishing Well."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, LINE, STONE, STONE_SHADE, WOOD, WOOD_LIGHT


def draw_wishing_well(b: Brush) -> None:
    b.box(24, 36, 5, 30, WOOD)
    b.box(71, 36, 5, 30, WOOD)
    b.polygon([(12, 40), (34, 16), (66, 16), (88, 40)], PURPLE)
    b.rod([(27, 46), (73, 46)], WOOD_LIGHT, 3)
    b.line([(50, 46), (50, 58)], LINE, 1.6)
    b.polygon([(44, 57), (56, 57), (54, 67), (46, 67)], WOOD_LIGHT)
    b.box(18, 68, 64, 22, STONE_SHADE)
    b.round_box(14, 63, 72, 9, 4, STONE)
    b.stones([(24, 78), (38, 84), (54, 78), (68, 84), (70, 76)])
    for x, y in ((88, 84), (8, 84)):
        b.oval(x, y, 5, 5, COIN)
