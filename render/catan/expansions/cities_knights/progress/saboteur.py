"""Draws the progress card Saboteur."""

from __future__ import annotations

from render.catan.colours import LANDS, PLUME
from render.core.brush import Brush
from render.core.paints import FIRE, FLAME, LINE, WOOD_DARK, WOOD_LIGHT


def draw_saboteur(b: Brush) -> None:
    b.round_box(18, 46, 44, 44, 6, WOOD_LIGHT)
    for y in (54, 66, 80):
        b.line([(19, y), (61, y)], WOOD_DARK, 3)
    b.line([(62, 50), (74, 36), (84, 34)], LINE, 3)
    b.star(87, 32, 13, FIRE, None, 8)
    b.star(87, 32, 7, FLAME, None, 8)
    b.polygon([(66, 92), (70, 76), (84, 70), (94, 82), (92, 92)], LANDS["fields"].dark)
    for flip in (1, -1):
        b.line([(40 - 9 * flip, 20), (40 + 9 * flip, 38)], PLUME, 5)
