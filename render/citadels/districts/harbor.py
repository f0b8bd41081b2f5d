"""Draws the district Harbor."""

from __future__ import annotations

from render.citadels.colours import GREEN, RED
from render.core.brush import Brush
from render.core.paints import SEA, SEA_LIGHT, WHITE, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_harbor(b: Brush) -> None:
    b.box(0, 70, 100, 20, SEA, None)
    b.line([(6, 78), (16, 78)], SEA_LIGHT, 2)
    b.line([(84, 76), (94, 76)], SEA_LIGHT, 2)
    b.box(48, 14, 4, 54, WOOD_DARK)
    b.polygon([(47, 18), (22, 58), (47, 58)], GREEN)
    b.polygon([(54, 22), (80, 58), (54, 58)], WHITE)
    b.polygon([(18, 64), (86, 64), (74, 84), (28, 84)], WOOD)
    b.line([(22, 70), (82, 70)], WOOD_LIGHT, 2)
    b.flag(50, 15, RED, 8)
