"""Draws the progress card Irrigation."""

from __future__ import annotations

from typing import Final

from render.catan.colours import LANDS
from render.catan.terrain import draw_sheaf
from render.core.brush import Brush
from render.core.paints import SEA, SEA_LIGHT

BROAD: Final = True


def draw_irrigation(b: Brush) -> None:
    b.box(0, 52, 100, 48, LANDS["fields"].ground, None)
    for x in range(-10, 110, 14):
        b.line([(x, 100), (50 + (x - 50) * 0.4, 52)], LANDS["fields"].dark, 1.8)
    b.polygon([(44, 52), (56, 52), (72, 100), (34, 100)], SEA)
    b.line([(49, 60), (46, 96)], SEA_LIGHT, 2.4)
    b.line([(55, 64), (60, 92)], SEA_LIGHT, 2.4)
    draw_sheaf(b, 18, 88, 42)
    draw_sheaf(b, 84, 84, 38)
    for x in (32, 50, 68):
        b.polygon([(x, 12), (x + 6, 24), (x, 31), (x - 6, 24)], SEA)
