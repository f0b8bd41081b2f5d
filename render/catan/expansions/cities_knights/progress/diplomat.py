"""Draws the progress card Diplomat."""

from __future__ import annotations

from typing import Final

from render.catan.colours import PLUME
from render.catan.strokes import draw_road
from render.core.brush import Brush
from render.core.paints import PAPER, ROSE, WHITE

BROAD: Final = True


def draw_diplomat(b: Brush) -> None:
    draw_road(b, [(2, 88), (34, 72)])
    draw_road(b, [(66, 56), (98, 40)])
    for flip in (1, -1):
        b.line([(50 - 11 * flip, 52), (50 + 11 * flip, 76)], PLUME, 6)
    b.polygon([(22, 12), (70, 12), (70, 42), (22, 42)], PAPER)
    b.polygon([(22, 12), (46, 30), (70, 12)], WHITE)
    b.oval(46, 31, 6, 6, ROSE)
