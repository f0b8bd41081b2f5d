"""Draws the progress card Printer."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import LINE, PAPER, STEEL, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_printer(b: Brush) -> None:
    b.rod([(22, 92), (22, 18)], WOOD, 7)
    b.rod([(78, 92), (78, 18)], WOOD, 7)
    b.round_box(14, 10, 72, 12, 3, WOOD_LIGHT)
    b.rod([(50, 22), (50, 44)], STEEL, 6)
    b.rod([(36, 34), (70, 30)], WOOD_DARK, 3)
    b.box(30, 44, 40, 9, WOOD)
    b.box(14, 66, 72, 10, WOOD_LIGHT)
    b.polygon([(28, 56), (72, 56), (78, 66), (22, 66)], PAPER)
    for y in (59, 62.5):
        b.line([(34, y), (66, y)], LINE, 1.4)
