"""Draws the progress card Merchant."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.catan.strokes import stamp_good
from render.core.brush import Brush
from render.core.paints import PAPER, ROSE, WOOD_DARK


def draw_merchant(b: Brush) -> None:
    b.box(20, 58, 60, 34, PAPER)
    b.polygon([(50, 14), (4, 58), (96, 58)], PAPER)
    for left, right in ((4, 20), (36, 50), (66, 81)):
        b.polygon([(50, 16), (left, 58), (right, 58)], TRACKS["trade"].fill, None)
    b.line([(50, 14), (4, 58)])
    b.line([(50, 14), (96, 58)])
    for i in range(6):
        b.pie(11.7 + i * 15.3, 58, 7.7, 0, 180, TRACKS["trade"].fill if i % 2 == 0 else PAPER)
    b.door(36, 18, 26, 92, WOOD_DARK)
    stamp_good(b, "wool", 68, 82, 24)
    b.flag(50, 14, ROSE, 12)
