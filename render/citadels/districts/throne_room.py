"""Draws the district Throne Room."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, ROSE


def draw_throne_room(b: Brush) -> None:
    b.polygon([(0, 100), (34, 78), (66, 78), (100, 100)], ROSE)
    b.box(30, 20, 40, 60, COIN_DARK)
    b.box(35, 26, 30, 36, PURPLE)
    b.polygon([(28, 22), (28, 8), (39, 16), (50, 4), (61, 16), (72, 8), (72, 22)], COIN)
    b.round_box(26, 60, 48, 11, 4, PURPLE)
    for x in (22, 70):
        b.box(x, 48, 8, 8, COIN)
        b.box(x + 1, 56, 6, 32, COIN_DARK)
    b.box(28, 71, 44, 10, COIN)
    b.oval(50, 42, 5, 6, COIN)
