"""Draws the progress card Bishop."""

from __future__ import annotations

from render.catan.colours import TRACKS
from render.core.brush import Brush
from render.core.paints import COIN, STONE, WHITE


def draw_bishop(b: Brush) -> None:
    b.polygon([(50, 6), (78, 44), (72, 72), (28, 72), (22, 44)], WHITE)
    b.polygon([(50, 6), (78, 44), (72, 72), (52, 72)], STONE, None)
    b.line([(50, 12), (50, 70)], COIN, 5)
    b.line([(28, 48), (72, 48)], COIN, 5)
    b.box(26, 70, 48, 12, COIN)
    b.polygon([(30, 82), (44, 82), (38, 98), (26, 98)], TRACKS["politics"].fill)
    b.polygon([(56, 82), (70, 82), (74, 98), (62, 98)], TRACKS["politics"].fill)
