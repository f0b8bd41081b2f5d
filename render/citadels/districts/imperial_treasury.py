"""Draws the district Imperial Treasury."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, LINE, WOOD, WOOD_LIGHT


def draw_imperial_treasury(b: Brush) -> None:
    b.polygon([(16, 48), (22, 26), (78, 26), (84, 48)], WOOD)
    b.polygon([(20, 52), (30, 40), (50, 34), (70, 40), (80, 52)], COIN)
    for x, y in ((30, 46), (42, 41), (55, 42), (68, 47), (48, 48)):
        b.oval(x, y, 6, 5, COIN_LIGHT)
    b.box(14, 52, 72, 38, WOOD)
    b.box(14, 52, 72, 8, WOOD_LIGHT)
    for x in (22, 72):
        b.box(x, 52, 6, 38, COIN_DARK)
    b.box(43, 56, 14, 16, COIN)
    b.oval(50, 62, 2.6, 2.6, LINE, None)
    b.line([(50, 62), (50, 68)], LINE, 2.2)
