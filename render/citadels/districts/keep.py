"""Draws the district Keep."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import STONE, STONE_DARK


def draw_keep(b: Brush) -> None:
    b.polygon([(4, GROUND), (18, 76), (82, 76), (96, GROUND)], STONE_DARK)
    b.wall(26, 34, 48, 80)
    b.box(22, 30, 56, 10, STONE)
    b.merlons(22, 30, 56, 5)
    b.flag(50, 24, PURPLE, 16)
    b.door(50, 14, 20, 80)
    b.window(38, 52, 5, 11)
    b.window(62, 52, 5, 11)
    b.stones([(30, 62), (64, 66), (33, 73), (46, 46)])
