"""Draws the progress card Mining."""

from __future__ import annotations

from random import Random
from typing import Final

from render.catan.colours import LANDS
from render.catan.strokes import stamp_good
from render.catan.terrain import draw_peak
from render.core.brush import Brush
from render.core.paints import DARK, LINE, STEEL_DARK, WOOD

BROAD: Final = True


def draw_mining(b: Brush) -> None:
    random = Random("mining")
    draw_peak(b, 26, 70, 56, 54, random)
    draw_peak(b, 76, 70, 52, 46, random)
    b.box(0, 70, 100, 30, LANDS["mountains"].dark, None)
    b.door(50, 34, 40, 90, DARK)
    b.line([(31, 90), (31, 60)], WOOD, 5)
    b.line([(69, 90), (69, 60)], WOOD, 5)
    b.line([(28, 56), (72, 56)], WOOD, 5)
    b.polygon([(34, 74), (66, 74), (60, 92), (40, 92)], STEEL_DARK)
    stamp_good(b, "ore", 50, 70, 24)
    b.oval(43, 93, 5, 5, LINE)
    b.oval(57, 93, 5, 5, LINE)
