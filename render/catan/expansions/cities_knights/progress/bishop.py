"""The scene of the Bishop."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.core.brush import Brush
from render.core.paints import COIN, STONE, WHITE


def draw_bishop(b: Brush) -> None:
    b.poly([(50, 6), (78, 44), (72, 72), (28, 72), (22, 44)], WHITE)
    b.poly([(50, 6), (78, 44), (72, 72), (52, 72)], STONE, None)
    b.line([(50, 12), (50, 70)], COIN, 5)
    b.line([(28, 48), (72, 48)], COIN, 5)
    b.box(26, 70, 48, 12, COIN)
    b.poly([(30, 82), (44, 82), (38, 98), (26, 98)], TRACKS["politics"].fill)
    b.poly([(56, 82), (70, 82), (74, 98), (62, 98)], TRACKS["politics"].fill)
