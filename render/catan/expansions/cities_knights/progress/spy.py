"""Draws the progress card Spy."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.core.brush import Brush
from render.core.paints import GLASS, LINE, PAPER, STEEL_DARK, WHITE, WOOD


def draw_spy(b: Brush) -> None:
    b.rod([(66, 66), (88, 90)], WOOD, 8)
    b.oval(44, 44, 32, 32, GLASS)
    b.oval(44, 44, 25, 25, WHITE, STEEL_DARK)
    b.polygon([(24, 44), (34, 33), (54, 33), (64, 44), (54, 55), (34, 55)], PAPER)
    b.oval(44, 44, 10, 10, TRACKS["politics"].fill)
    b.oval(44, 44, 4.5, 4.5, LINE, None)
