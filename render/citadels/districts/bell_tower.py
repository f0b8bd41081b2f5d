"""Draws the district Bell Tower."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, LINE, STONE


def draw_bell_tower(b: Brush) -> None:
    b.wall(30, 62, 40)
    b.box(30, 34, 7, 30, STONE)
    b.box(63, 34, 7, 30, STONE)
    b.box(26, 60, 48, 6, STONE)
    b.gable(30, 34, 40, 22, PURPLE)
    b.polygon([(42, 56), (44, 44), (50, 39), (56, 44), (58, 56)], COIN)
    b.oval(50, 58, 2.8, 2.8, COIN_DARK)
    b.door(50, 14, 19)
    for x, turn in ((20, 110), (80, -70)):
        b.arc(x, 48, 9, turn, turn + 140, LINE, 2)
