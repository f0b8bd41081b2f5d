"""Draws the progress card Alchemist."""

from __future__ import annotations

from render.catan.colours import TOKEN_RED, TRACKS
from render.core.brush import Brush
from render.core.paints import GLASS, LINE, WHITE, WOOD


def draw_alchemist(b: Brush) -> None:
    b.polygon([(42, 14), (58, 14), (58, 40), (82, 80), (76, 90), (24, 90), (18, 80), (42, 40)], GLASS)
    b.polygon([(33, 60), (67, 60), (79, 81), (74, 87), (26, 87), (21, 81)], TRACKS["science"].fill, None)
    for x, y, r in ((42, 72, 4), (56, 78, 5), (50, 52, 3), (62, 66, 3)):
        b.oval(x, y, r, r, WHITE, None)
    b.round_box(38, 9, 24, 8, 3, WOOD)
    b.round_box(66, 20, 26, 26, 6, WHITE)
    for x, y in ((72, 26), (86, 26), (79, 33), (72, 40), (86, 40)):
        b.oval(x, y, 2.8, 2.8, LINE, None)
    b.round_box(8, 26, 26, 26, 6, TOKEN_RED)
    for x, y in ((14, 32), (21, 39), (28, 46)):
        b.oval(x, y, 2.8, 2.8, WHITE, None)
