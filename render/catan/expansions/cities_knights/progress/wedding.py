"""Draws the progress card Wedding."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.core.brush import Brush
from render.core.paints import COIN, GLASS, ROSE, WHITE


def draw_wedding(b: Brush) -> None:
    b.oval(38, 62, 24, 24, COIN)
    b.oval(38, 62, 16, 16, TRACKS["politics"].sky)
    b.oval(64, 62, 24, 24, COIN)
    b.oval(64, 62, 16, 16, TRACKS["politics"].sky)
    b.arc(38, 62, 20, 300, 30, COIN, 6.5)
    b.polygon([(64, 38), (54, 28), (59, 17), (69, 17), (74, 28)], GLASS)
    b.polygon([(64, 38), (60, 28), (64, 17), (68, 28)], WHITE, None)
    b.polygon([(28, 26), (18, 14), (22, 8), (28, 12), (34, 8), (38, 14)], ROSE)
