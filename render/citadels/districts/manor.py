"""The scene of the Manor."""

from __future__ import annotations

from render.citadels.colours import YELLOW
from render.core.brush import GROUND, Brush
from render.core.paints import GLASS, LEAF, LEAF_DARK, PAPER, STONE


def draw_manor(b: Brush) -> None:
    b.tree(86, GROUND, 12, LEAF, LEAF_DARK)
    b.wall(24, 56, 52, fill=PAPER)
    b.hip(24, 56, 52, 22, YELLOW)
    b.box(62, 26, 8, 12, STONE)
    b.door(50, 13, 20)
    b.box(31, 64, 9, 10, GLASS)
    b.box(61, 64, 9, 10, GLASS)
