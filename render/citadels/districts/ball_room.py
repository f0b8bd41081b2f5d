"""Draws the district Ball Room."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import GROUND, Brush
from render.core.paints import COIN, COIN_DARK, DARK, FLAME, LINE, WHITE


def draw_ball_room(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, (240, 214, 232), None)
    b.line([(50, 0), (50, 18)], LINE, 2)
    b.arc(50, 20, 28, 0, 180, COIN_DARK, 4)
    b.arc(50, 20, 15, 0, 180, COIN_DARK, 3)
    b.oval(50, 20, 5, 5, COIN)
    for x, y in ((22, 22), (35, 22), (50, 48), (65, 22), (78, 22)):
        b.box(x - 2.2, y - 10, 4.4, 10, WHITE)
        b.oval(x, y - 13, 2.6, 4, FLAME)
        b.oval(x, y, 4.4, 2.6, COIN)
    for i in range(5):
        for j in range(2):
            b.box(i * 20 + j * 10, 84 + j * 7, 10, 7, PURPLE, None)
    b.polygon([(30, 84), (38, 58), (46, 84)], PURPLE)
    b.oval(38, 54, 5, 5, (240, 201, 160))
    b.box(52, 60, 10, 24, DARK)
    b.oval(57, 54, 5, 5, (240, 201, 160))
    b.line([(42, 64), (53, 64)], LINE, 2)
