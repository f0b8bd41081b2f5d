"""The scene of the Palace."""

from __future__ import annotations

from render.citadels.colours import YELLOW
from render.core.brush import Brush
from render.core.paints import GLASS


def draw_palace(b: Brush) -> None:
    b.wall(12, 54, 76)
    b.merlons(12, 54, 76, 9)
    b.wall(36, 36, 28)
    b.gable(36, 36, 28, 24, YELLOW)
    b.flag(50, 13, YELLOW, 10)
    for x in (8, 78):
        b.wall(x, 40, 14)
        b.gable(x, 40, 14, 24, YELLOW)
        b.window(x + 7, 56)
    b.door(50, 16, 24)
    b.window(50, 48, 6, 10, GLASS)
    for x in (29, 71):
        b.window(x, 70, 5, 10, GLASS)
