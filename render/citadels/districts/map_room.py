"""Draws the district Map Room."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN, LEAF, LEAF_DARK, PAPER, ROSE, WOOD_LIGHT


def draw_map_room(b: Brush) -> None:
    b.box(12, 22, 76, 62, PAPER)
    b.polygon([(18, 30), (40, 28), (46, 44), (34, 58), (20, 50)], LEAF)
    b.polygon([(56, 50), (78, 46), (82, 74), (60, 78)], LEAF_DARK)
    for x, y in ((30, 66), (37, 70), (45, 69), (52, 64)):
        b.oval(x, y, 1.7, 1.7, ROSE, None)
    b.line([(63, 56), (75, 68)], ROSE, 4)
    b.line([(75, 56), (63, 68)], ROSE, 4)
    b.star(68, 33, 9, COIN, points=4)
    b.round_box(6, 16, 88, 9, 4.5, WOOD_LIGHT)
    b.round_box(6, 81, 88, 9, 4.5, WOOD_LIGHT)
