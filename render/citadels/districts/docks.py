"""The scene of the Docks."""

from __future__ import annotations

from render.citadels.colours import GREEN
from render.core.brush import Brush
from render.core.paints import LINE, SEA, SEA_LIGHT, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_docks(b: Brush) -> None:
    b.box(0, 76, 100, 14, SEA, None)
    b.line([(8, 84), (24, 84)], SEA_LIGHT, 2)
    b.line([(70, 86), (88, 86)], SEA_LIGHT, 2)
    for x in (16, 36, 56):
        b.box(x, 68, 5, 22, WOOD_DARK)
    b.box(8, 64, 60, 7, WOOD_LIGHT)
    b.rod([(24, 64), (24, 22)], WOOD, 5)
    b.rod([(22, 36), (66, 18)], WOOD, 4)
    b.line([(66, 18), (66, 40)], LINE, 1.6)
    b.box(58, 40, 16, 14, GREEN)
    b.line([(66, 40), (66, 54)], LINE, 1.4)
    b.box(36, 52, 14, 12, WOOD_LIGHT)
    b.oval(84, 76, 12, 5, WOOD)
