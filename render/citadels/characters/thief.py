"""Draws the character Thief."""

from __future__ import annotations

from render.core.brush import Brush
from render.core.paints import DARK, LINE, ROSE, WHITE


def draw_thief(b: Brush) -> None:
    b.polygon(
        [
            (12, 36),
            (34, 32),
            (50, 38),
            (66, 32),
            (88, 36),
            (86, 54),
            (70, 64),
            (56, 60),
            (50, 52),
            (44, 60),
            (30, 64),
            (14, 54),
        ],
        DARK,
    )
    b.oval(32, 47, 9, 6, WHITE)
    b.oval(68, 47, 9, 6, WHITE)
    b.oval(34, 47, 3, 3.6, LINE, None)
    b.oval(70, 47, 3, 3.6, LINE, None)
    b.polygon([(88, 40), (98, 30), (97, 44)], ROSE)
    b.polygon([(88, 44), (98, 52), (88, 56)], ROSE)
