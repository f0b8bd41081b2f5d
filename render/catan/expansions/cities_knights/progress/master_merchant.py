"""Draws the progress card Master Merchant."""

from __future__ import annotations

from render.catan.colours import NIGHT, TRACKS
from render.catan.strokes import draw_person
from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, ROSE


def draw_master_merchant(b: Brush) -> None:
    draw_person(b, 34, 92, 72, TRACKS["trade"].fill)
    b.polygon([(14, 34), (54, 34), (46, 26), (46, 12), (22, 12), (22, 26)], NIGHT)
    b.box(22, 23, 24, 5, ROSE, None)
    b.polygon([(58, 70), (92, 62), (96, 90), (62, 94)], COIN_DARK)
    b.polygon([(66, 68), (84, 64), (80, 56), (88, 48), (62, 52), (70, 58)], COIN_DARK)
    b.oval(79, 79, 9, 9, COIN)
