"""Draws the district Town Hall."""

from __future__ import annotations

from render.citadels.colours import GREEN
from render.core.brush import Brush
from render.core.paints import GLASS, LINE, PAPER, WHITE


def draw_town_hall(b: Brush) -> None:
    b.wall(10, 54, 80, fill=PAPER)
    b.polygon([(6, 54), (14, 42), (86, 42), (94, 54)], GREEN)
    b.wall(37, 26, 26)
    b.gable(37, 26, 26, 18, GREEN)
    b.oval(50, 40, 9, 9, WHITE)
    b.line([(50, 40), (50, 34)], LINE, 2)
    b.line([(50, 40), (55, 40)], LINE, 2)
    b.door(50, 15, 22)
    for x in (18, 31, 69, 82):
        b.window(x, 68, 7, 14, GLASS)
