"""Draws the character Bishop."""

from __future__ import annotations

from typing import Final

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN_DARK, WHITE

SHADE: Final = "blue"


def draw_bishop(b: Brush) -> None:
    b.polygon([(26, 80), (22, 52), (32, 28), (50, 10), (68, 28), (78, 52), (74, 80)], WHITE)
    b.polygon([(50, 10), (68, 28), (78, 52), (74, 80), (60, 80)], (222, 226, 234), None)
    b.line([(26, 80), (22, 52), (32, 28), (50, 10), (68, 28), (78, 52), (74, 80)])
    b.box(25, 72, 50, 13, BLUE)
    b.line([(50, 26), (50, 68)], COIN_DARK, 6)
    b.line([(37, 43), (63, 43)], COIN_DARK, 6)
