"""Draws the character Diplomat."""

from __future__ import annotations

from typing import Final

from render.core.brush import Brush
from render.core.paints import COIN, DARK, PAPER, ROSE, WHITE

SHADE: Final = "red"


def draw_diplomat(b: Brush) -> None:
    b.box(12, 28, 76, 50, PAPER)
    b.line([(12, 78), (40, 52)], DARK, 1.8)
    b.line([(88, 78), (60, 52)], DARK, 1.8)
    b.polygon([(12, 28), (50, 60), (88, 28)], WHITE)
    b.oval(50, 58, 12, 12, ROSE)
    b.star(50, 58, 7, COIN, None)
