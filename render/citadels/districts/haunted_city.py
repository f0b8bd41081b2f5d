"""Draws the district Haunted City."""

from __future__ import annotations

from render.citadels.colours import DEEP, NIGHT
from render.core.brush import GROUND, Brush
from render.core.paints import FLAME, LINE, PAPER, STONE_DARK, WHITE


def draw_haunted_city(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, NIGHT, None)
    b.oval(78, 22, 11, 11, PAPER, None)
    b.oval(73, 19, 9, 9, NIGHT, None)
    b.polygon([(10, GROUND), (14, 50), (38, 46), (40, GROUND)], STONE_DARK)
    b.polygon([(8, 52), (20, 22), (43, 46)], DEEP)
    b.polygon([(62, GROUND), (66, 54), (88, 58), (92, GROUND)], STONE_DARK)
    b.polygon([(60, 56), (80, 34), (94, 60)], DEEP)
    b.box(22, 58, 8, 9, FLAME)
    b.box(72, 68, 8, 9, FLAME)
    ghost = [(40, 86), (40, 58), (43, 50), (51, 46), (59, 50), (62, 58), (62, 86), (57, 80), (51, 87), (45, 80)]
    b.polygon(ghost, WHITE)
    b.oval(47, 59, 2.6, 3.6, LINE, None)
    b.oval(55, 59, 2.6, 3.6, LINE, None)
