"""Draws the character Architect."""

from __future__ import annotations

from typing import Final

from render.core.brush import Brush
from render.core.paints import COIN, DARK, LINE, STEEL, STEEL_DARK

SHADE: Final = "brown"


def draw_architect(b: Brush) -> None:
    b.arc(50, 42, 30, 40, 140, LINE, 3)
    b.rod([(48, 26), (26, 84)], STEEL, 7)
    b.rod([(52, 26), (74, 84)], STEEL, 7)
    b.polygon([(22, 80), (31, 83), (23, 96)], DARK)
    b.polygon([(78, 80), (69, 83), (77, 96)], DARK)
    b.box(47, 4, 6, 14, STEEL_DARK)
    b.oval(50, 22, 10, 10, COIN)
