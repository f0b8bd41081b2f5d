"""The scene of the Fortress."""

from __future__ import annotations

from render.citadels.colours import RED
from render.core.brush import Brush


def draw_fortress(b: Brush) -> None:
    b.wall(16, 56, 68)
    b.merlons(16, 56, 68, 8)
    for x in (8, 74):
        b.keep(x, 42, 18)
        b.flag(x + 9, 34, RED, 12)
        b.window(x + 9, 60)
    b.keep(38, 32, 24)
    b.flag(50, 24, RED, 14)
    b.door(50, 16, 22)
    b.stones([(28, 66), (66, 66), (30, 80), (65, 80)])
