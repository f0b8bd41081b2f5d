"""Draws the progress card Constitution."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import COIN_LIGHT, LINE, PAPER, ROSE


def draw_constitution(b: Brush) -> None:
    b.box(22, 14, 56, 70, PAPER)
    for y in (28, 38, 48, 58):
        b.line([(31, y), (69, y)], LINE, 2)
    for y in (8, 80):
        b.round_box(12, y, 76, 12, 6, (226, 206, 160))
    b.oval(60, 72, 11, 11, ROSE)
    b.polygon([(54, 80), (52, 98), (60, 92), (68, 98), (66, 80)], ROSE)
    b.star(60, 73, 6, COIN_LIGHT, None)
