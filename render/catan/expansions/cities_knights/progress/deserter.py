"""Draws the progress card Deserter."""

from __future__ import annotations

from render.catan.colours import LANDS, TRACKS
from render.catan.strokes import draw_helmet, draw_upright_sword
from render.core.brush import Brush, darken_colour
from render.core.paints import STEEL_DARK


def draw_deserter(b: Brush) -> None:
    b.polygon([(56, 50), (88, 50), (86, 74), (72, 92), (58, 74)], STEEL_DARK)
    draw_upright_sword(b, 30, 92, 46, 1.15)
    draw_helmet(b, 76, 64, 24, active=False)
    for i in range(4):
        b.oval(12 + i * 12, 84 - i * 9 + (i % 2) * 7, 4.4, 3, darken_colour(LANDS["desert"].dark, 0.7), None)
    b.polygon([(26, 16), (44, 22), (44, 12), (64, 28), (44, 44), (44, 34), (26, 32)], TRACKS["politics"].fill)
