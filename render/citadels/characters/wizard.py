"""The card of the Wizard."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import FLAME, GLASS, WHITE, WOOD, WOOD_DARK


def draw_wizard(b: Brush) -> None:
    b.rod([(36, 96), (62, 34)], WOOD, 6)
    b.arc(66, 24, 20, 20, 240, WOOD_DARK, 5)
    b.oval(66, 24, 14, 14, GLASS)
    b.oval(62, 20, 5, 4, WHITE, None)
    for x, y, r in ((24, 30, 9), (32, 58, 6), (84, 62, 7)):
        b.star(x, y, r, FLAME, points=4)
