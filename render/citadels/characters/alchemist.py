"""The card of the Alchemist."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN, FIRE, FLAME, GLASS, WHITE, WOOD


def draw_alchemist(b: Brush) -> None:
    b.oval(50, 64, 30, 28, WHITE)
    b.pie(50, 64, 28, 0, 180, FIRE)
    b.box(42, 14, 16, 28, WHITE)
    b.box(44, 34, 12, 10, WHITE, None)
    b.box(38, 10, 24, 7, WOOD)
    for x, y, r in ((42, 74, 4), (58, 70, 3), (52, 82, 3)):
        b.oval(x, y, r, r, FLAME, None)
    b.arc(50, 64, 23, 190, 235, GLASS, 4)
    b.star(82, 26, 9, COIN)
