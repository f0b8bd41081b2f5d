"""Draws the district Hospital."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import GLASS, LEAF_DARK, PAPER, WHITE


def draw_hospital(b: Brush) -> None:
    b.wall(12, 46, 76, fill=PAPER)
    b.polygon([(6, 46), (18, 28), (82, 28), (94, 46)], PURPLE)
    b.oval(50, 42, 15, 15, WHITE)
    b.polygon(
        [
            (46, 33),
            (54, 33),
            (54, 38),
            (59, 38),
            (59, 46),
            (54, 46),
            (54, 51),
            (46, 51),
            (46, 46),
            (41, 46),
            (41, 38),
            (46, 38),
        ],
        LEAF_DARK,
    )
    b.door(50, 16, 24)
    for x in (22, 35, 65, 78):
        b.window(x, 68, 8, 15, GLASS)
