"""Draws the character Magician."""

from __future__ import annotations

from render.citadels.colours import VIOLET
from render.core.brush import Brush
from render.core.paints import COIN, COIN_LIGHT, FLAME


def draw_magician(b: Brush) -> None:
    b.polygon([(28, 72), (44, 34), (62, 8), (60, 34), (72, 72)], VIOLET)
    b.polygon([(29, 69), (33, 60), (67, 60), (71, 69), (50, 74)], COIN)
    b.oval(50, 76, 38, 9, VIOLET)
    b.polygon([(28, 72), (31, 64), (69, 64), (72, 72), (50, 78)], COIN, None)
    b.star(52, 46, 7, COIN_LIGHT)
    b.star(22, 30, 7, FLAME, points=4)
    b.star(82, 40, 6, FLAME, points=4)
