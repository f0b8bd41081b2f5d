"""Draws the district School of Magic."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import COIN, FLAME, STONE, STONE_SHADE


def draw_school_of_magic(b: Brush) -> None:
    b.polygon([(36, GROUND), (39, 48), (61, 48), (64, GROUND)], STONE)
    b.polygon([(52, 48), (61, 48), (64, GROUND), (54, GROUND)], STONE_SHADE, None)
    b.polygon([(30, 49), (46, 24), (58, 6), (57, 24), (70, 49)], PURPLE)
    b.star(50, 37, 6.5, COIN)
    b.polygon([(62, 66), (84, 66), (84, GROUND), (63, GROUND)], STONE)
    b.polygon([(60, 67), (74, 48), (88, 67)], PURPLE)
    b.door(50, 12, 18)
    b.window(50, 61, 7, 10, FLAME)
    b.window(75, 78, 6, 9, FLAME)
    for x, y, r in ((16, 24, 7), (26, 50, 4.4), (82, 24, 5.4), (12, 66, 3.6)):
        b.star(x, y, r, FLAME, points=4)
