"""Draws the character Artist."""

from __future__ import annotations

from typing import Final

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN, LEAF, PAPER, ROSE, STEEL, WOOD, WOOD_LIGHT

SHADE: Final = "purple"


def draw_artist(b: Brush) -> None:
    b.oval(44, 58, 36, 28, WOOD_LIGHT)
    b.oval(54, 72, 6, 5, PAPER)
    for x, y, ink in ((24, 52, ROSE), (36, 42, COIN), (52, 40, LEAF), (26, 68, BLUE)):
        b.oval(x, y, 6.4, 5.6, ink)
    b.rod([(58, 58), (84, 18)], WOOD, 4)
    b.rod([(78, 27), (84, 18)], STEEL, 5)
    b.polygon([(80, 16), (88, 21), (93, 4)], ROSE)
