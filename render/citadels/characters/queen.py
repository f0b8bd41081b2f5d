"""Draws the character Queen."""

from __future__ import annotations

from typing import Final

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN, ROSE, WHITE

SHADE: Final = "purple"


def draw_queen(b: Brush) -> None:
    b.polygon(
        [(16, 74), (10, 34), (28, 52), (34, 22), (44, 46), (50, 12), (56, 46), (66, 22), (72, 52), (90, 34), (84, 74)],
        COIN,
    )
    for x, y in ((10, 32), (34, 20), (50, 10), (66, 20), (90, 32)):
        b.oval(x, y, 4.6, 4.6, WHITE)
    b.round_box(14, 70, 72, 12, 5, COIN)
    b.polygon([(50, 68), (41, 58), (41, 52), (46, 50), (50, 54), (54, 50), (59, 52), (59, 58)], ROSE)
    for x in (26, 50, 74):
        b.oval(x, 76, 3.4, 3.4, BLUE)
