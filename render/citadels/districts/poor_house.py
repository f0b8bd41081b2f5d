"""Draws the district Poor House."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import COIN, DARK, WHITE, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_poor_house(b: Brush) -> None:
    b.polygon([(18, GROUND), (20, 56), (66, 52), (68, GROUND)], WOOD_LIGHT)
    b.polygon([(12, 58), (38, 28), (74, 52)], (176, 140, 78))
    b.box(42, 38, 12, 9, PURPLE)
    b.line([(44, 40), (46, 45)], WHITE, 1.4)
    b.line([(50, 40), (52, 45)], WHITE, 1.4)
    b.polygon([(34, GROUND), (34, 66), (48, 66), (50, GROUND)], DARK)
    b.line([(24, 66), (24, 84)], WOOD_DARK, 1.6)
    b.line([(58, 62), (60, 84)], WOOD_DARK, 1.6)
    b.pie(82, 76, 11, 0, 180, WOOD)
    b.oval(82, 76, 11, 3.4, WOOD_DARK)
    b.oval(82, 70, 4.4, 4.4, COIN)
