"""Draws the progress card Engineer."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import STEEL, STEEL_DARK, WOOD_LIGHT


def draw_engineer(b: Brush) -> None:
    b.wall(8, 52, 84)
    b.merlons(8, 52, 84, 6)
    b.stones([(14, 64), (32, 64), (56, 64), (74, 64), (22, 76), (44, 76), (66, 76)])
    b.rod([(34, 40), (66, 10)], WOOD_LIGHT, 5)
    b.polygon([(22, 34), (34, 22), (46, 34), (34, 48)], STEEL)
    b.polygon([(62, 6), (74, 20), (66, 24), (56, 12)], STEEL_DARK)
