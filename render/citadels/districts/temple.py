"""Draws the district Temple."""

from __future__ import annotations

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN, DARK, STONE


def draw_temple(b: Brush) -> None:
    b.box(18, 82, 64, 8, STONE)
    b.box(24, 48, 52, 34, DARK)
    for x in (28, 43, 57, 72):
        b.column(x, 48, 34, 7)
    b.polygon([(16, 48), (50, 24), (84, 48)], BLUE)
    b.oval(50, 40, 4, 4, COIN)
