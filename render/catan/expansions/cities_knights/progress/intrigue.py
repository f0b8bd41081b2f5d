"""Draws the progress card Intrigue."""

from __future__ import annotations

import math

from render.catan.colours import NIGHT, TRACKS
from render.catan.strokes import draw_upright_sword
from render.core.brush import Brush, darken_colour
from render.core.paints import SKIN, WHITE


def draw_intrigue(b: Brush) -> None:
    b.polygon([(36, 88), (32, 40), (50, 20), (68, 40), (64, 88)], NIGHT)
    b.oval(50, 42, 13, 14, SKIN)
    b.polygon([(34, 40), (50, 22), (66, 40), (62, 36), (50, 32), (38, 36)], NIGHT, None)
    b.round_box(36, 37, 28, 9, 4, TRACKS["politics"].fill)
    b.oval(44, 41.5, 2.4, 2.4, WHITE, None)
    b.oval(56, 41.5, 2.4, 2.4, WHITE, None)
    draw_upright_sword(b, 86, 20, 50, math.pi + 0.3)
    b.polygon([(36, 90), (33, 60), (50, 66), (67, 60), (64, 90)], darken_colour(NIGHT, 0.75), None)
