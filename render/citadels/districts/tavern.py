"""The scene of the Tavern."""

from __future__ import annotations

from render.citadels.colours import GREEN
from render.core.brush import Brush
from render.core.paints import COIN, LINE, PAPER, WHITE, WOOD, WOOD_DARK


def draw_tavern(b: Brush) -> None:
    b.wall(16, 56, 50, fill=PAPER)
    b.gable(16, 56, 50, 28, GREEN)
    b.line([(16, 70), (50, 70)], WOOD, 2.6)
    b.door(29, 12, 19, fill=WOOD_DARK)
    b.box(45, 62, 12, 12, COIN)
    b.line([(51, 62), (51, 74)], LINE, 1.2)
    b.line([(66, 52), (88, 52)], WOOD_DARK, 3)
    b.box(74, 57, 12, 17, COIN)  # the sign: a mug
    b.arc(87, 65, 5, -90, 90, LINE, 2.4)
    b.box(73, 55, 14, 5, WHITE)
