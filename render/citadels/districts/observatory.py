"""Draws the district Observatory."""

from __future__ import annotations

from render.citadels.colours import NIGHT, PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import COIN, DARK, FLAME, GLASS, STEEL


def draw_observatory(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, NIGHT, None)
    for x, y in ((14, 16), (30, 32), (86, 44), (60, 10), (90, 16)):
        b.star(x, y, 3.4, FLAME, None)
    b.wall(24, 58, 52)
    b.dome(50, 58, 29, PURPLE)
    b.polygon([(46, 57), (46, 36), (54, 36), (54, 57)], DARK)
    b.polygon([(45, 50), (75, 15), (86, 24), (54, 56)], STEEL)
    b.polygon([(73, 13), (77, 9), (91, 21), (87, 26)], COIN)
    b.door(50, 13, 20)
    b.window(34, 73, 5, 10, GLASS)
    b.window(66, 73, 5, 10, GLASS)
