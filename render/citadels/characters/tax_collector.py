"""Draws the character Tax Collector."""

from __future__ import annotations

from render.citadels.strokes import draw_coin
from render.core.brush import Brush
from render.core.paints import COIN, DARK, PAPER, ROSE, WOOD_LIGHT


def draw_tax_collector(b: Brush) -> None:
    b.polygon(
        [
            (16, 18),
            (70, 18),
            (70, 70),
            (64, 66),
            (58, 71),
            (52, 66),
            (46, 71),
            (40, 66),
            (34, 71),
            (28, 66),
            (22, 71),
            (16, 66),
        ],
        PAPER,
    )
    for y in (28, 38, 48):
        b.line([(24, y), (48, y)], DARK, 3)
        b.oval(60, y, 4, 4, COIN)
    b.polygon([(46, 94), (40, 76), (52, 60), (78, 60), (90, 76), (84, 94)], WOOD_LIGHT)
    b.polygon([(50, 60), (56, 48), (76, 48), (80, 60)], WOOD_LIGHT)
    b.rod([(50, 60), (80, 60)], ROSE, 3)
    draw_coin(b, 65, 78, 10)
