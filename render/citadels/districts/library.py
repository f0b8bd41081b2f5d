"""The scene of the Library."""

from __future__ import annotations

from render.citadels.colours import PURPLE
from render.core.brush import Brush
from render.core.paints import COIN, GLASS, LEAF, LINE, PAPER, ROSE, WOOD, WOOD_DARK, WOOD_LIGHT


def draw_library(b: Brush) -> None:
    b.box(10, 14, 80, 76, WOOD)
    b.box(15, 19, 70, 66, WOOD_DARK)
    rows = (
        (47, ((9, 24, ROSE), (8, 22, COIN), (10, 25, PURPLE), (7, 20, LEAF), (9, 24, GLASS), (8, 21, PAPER))),
        (84, ((8, 25, GLASS), (10, 27, PURPLE), (8, 22, PAPER), (9, 26, ROSE), (7, 24, LEAF), (10, 23, COIN))),
    )
    for base, books in rows:
        x = 19.0
        for wide, high, ink in books:
            b.box(x, base - high, wide, high, ink)
            b.line([(x + 2, base - high + 5), (x + wide - 2, base - high + 5)], LINE, 1.2)
            x += wide + 1.6
        b.box(13, base, 74, 4, WOOD_LIGHT)
