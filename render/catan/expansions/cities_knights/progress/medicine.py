"""Draws the progress card Medicine."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import GLASS, ROSE, WHITE, WOOD


def draw_medicine(b: Brush) -> None:
    b.polygon([(36, 24), (64, 24), (64, 36), (80, 52), (80, 90), (20, 90), (20, 52), (36, 36)], GLASS)
    b.polygon([(22, 58), (78, 58), (78, 88), (22, 88)], ROSE, None)
    b.round_box(32, 14, 36, 11, 3, WOOD)
    b.box(44, 56, 12, 30, WHITE, None)
    b.box(35, 65, 30, 12, WHITE, None)
