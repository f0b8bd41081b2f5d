"""Draws the district Laboratory."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import LEAF, STONE_SHADE, WHITE, WOOD, WOOD_DARK


def draw_laboratory(b: Brush) -> None:
    b.box(6, 76, 88, 7, WOOD)
    b.box(14, 83, 7, 10, WOOD_DARK)
    b.box(79, 83, 7, 10, WOOD_DARK)
    b.polygon([(34, 24), (46, 24), (46, 44), (62, 74), (18, 74), (34, 44)], WHITE)
    b.polygon([(29, 54), (51, 54), (61, 73), (19, 73)], PURPLE, None)
    b.line([(34, 24), (34, 44), (18, 74), (62, 74), (46, 44), (46, 24)])
    b.box(31, 20, 18, 5, STONE_SHADE)
    for x, y, r in ((36, 66, 3), (46, 62, 2.4), (40, 47, 2)):
        b.oval(x, y, r, r, WHITE, None)
    b.oval(78, 64, 11, 11, WHITE)
    b.pie(78, 64, 11, 10, 170, LEAF)
    b.box(74, 44, 8, 12, WHITE)
