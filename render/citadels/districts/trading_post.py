"""Draws the district Trading Post."""

from __future__ import annotations

from render.citadels.colours import GREEN
from render.core.brush import GROUND, Brush
from render.core.paints import COIN, DARK, STEEL, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_trading_post(b: Brush) -> None:
    b.polygon([(6, GROUND), (32, 36), (58, GROUND)], GREEN)
    b.polygon([(32, 36), (25, GROUND), (39, GROUND)], DARK)
    b.flag(32, 37, COIN, 16)
    b.box(60, 70, 20, 20, WOOD_LIGHT)
    b.line([(60, 70), (80, 90)], WOOD_DARK, 2)
    b.box(66, 52, 18, 18, WOOD_LIGHT)
    b.line([(84, 52), (66, 70)], WOOD_DARK, 2)
    b.oval(88, 80, 6, 10, WOOD)
    b.line([(82, 77), (94, 77)], STEEL, 2)
