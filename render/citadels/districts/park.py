"""The scene of the Park."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import LEAF, LEAF_DARK, SEA, SEA_LIGHT, STONE


def draw_park(b: Brush) -> None:
    b.box(0, 76, 100, 24, LEAF, None)
    b.tree(20, 80, 17, LEAF, LEAF_DARK)
    b.tree(84, 76, 14, LEAF_DARK, LEAF)
    b.oval(52, 84, 26, 8, STONE)
    b.oval(52, 83, 21, 5.4, SEA)
    b.box(49, 54, 6, 29, STONE)
    b.oval(52, 56, 12, 4, STONE)
    for side in (-1, 1):
        b.arc(52 + side * 9, 50, 9, 180 if side > 0 else 200, 340 if side > 0 else 360, SEA, 2.6)
    b.oval(52, 46, 3.4, 3.4, SEA_LIGHT)
