"""Draws the district Battlefield."""

from __future__ import annotations

from render.citadels.colours import RED
from render.core.brush import GROUND, Brush
from render.core.paints import DARK, STEEL, WHITE, WOOD


def draw_battlefield(b: Brush) -> None:
    b.polygon([(4, GROUND), (20, 52), (36, GROUND)], RED)
    b.polygon([(20, 52), (16, GROUND), (25, GROUND)], DARK)
    b.polygon([(64, GROUND), (80, 52), (96, GROUND)], RED)
    b.polygon([(80, 52), (75, GROUND), (84, GROUND)], DARK)
    b.rod([(34, 84), (64, 26)], WOOD, 3)
    b.rod([(66, 84), (36, 26)], WOOD, 3)
    b.polygon([(68, 17), (68, 30), (59, 26)], STEEL)
    b.polygon([(32, 17), (32, 30), (41, 26)], STEEL)
    b.polygon([(37, 46), (63, 46), (62, 66), (50, 78), (38, 66)], RED)
    b.line([(50, 47), (50, 76)], WHITE, 4)
    b.line([(38, 56), (62, 56)], WHITE, 4)
