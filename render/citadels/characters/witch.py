"""Draws the character Witch."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import DARK, LEAF, STEEL_DARK


def draw_witch(b: Brush) -> None:
    for x, y, r in ((36, 22, 6), (52, 12, 5), (64, 26, 7), (46, 32, 4)):
        b.oval(x, y, r, r, LEAF)
    b.polygon([(30, 86), (22, 96), (34, 90)], DARK)
    b.polygon([(70, 86), (78, 96), (66, 90)], DARK)
    b.oval(50, 64, 36, 28, (64, 64, 72))
    b.oval(50, 44, 34, 9, (64, 64, 72))
    b.oval(50, 44, 27, 6, LEAF)
    b.arc(40, 66, 20, 150, 220, STEEL_DARK, 4)
