"""Draws the progress card Warlord."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.catan.strokes import draw_helmet
from render.core.brush import Brush
from render.core.paints import WOOD


def draw_warlord(b: Brush) -> None:
    b.rod([(74, 92), (74, 8)], WOOD, 4)
    b.polygon([(72, 10), (30, 16), (40, 26), (30, 38), (72, 34)], TRACKS["politics"].fill)
    for x, y in ((24, 88), (50, 92), (88, 90)):
        draw_helmet(b, x, y, 24)
