"""Draws the district Graveyard."""

from __future__ import annotations

from render.core.brush import GROUND, Brush
from render.core.paints import DARK, LEAF, LEAF_DARK, LINE, STONE, STONE_DARK, STONE_SHADE


def draw_graveyard(b: Brush) -> None:
    b.tree(84, GROUND, 13, LEAF, LEAF_DARK)
    b.line([(4, 70), (96, 70)], DARK, 2)
    for x in range(8, 98, 9):
        b.line([(x, 62), (x, 84)], DARK, 2)
    b.door(33, 31, 50, 91, LINE)
    b.door(33, 26, 47, GROUND, STONE)
    b.line([(33, 52), (33, 72)], STONE_DARK, 3.6)
    b.line([(26, 58), (40, 58)], STONE_DARK, 3.6)
    b.box(59, 58, 8, 32, STONE_SHADE)
    b.box(51, 64, 24, 8, STONE_SHADE)
    b.polygon([(12, 96), (16, GROUND), (50, GROUND), (54, 96)], LEAF)
