"""The card of the Emperor."""

from __future__ import annotations

from typing import Final

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, ROSE

SHADE: Final = "yellow"


def draw_emperor(b: Brush) -> None:
    b.oval(50, 62, 30, 30, COIN)
    b.pie(50, 62, 30, 20, 70, COIN_DARK)
    b.rod([(21, 57), (79, 57)], ROSE, 6)
    b.rod([(50, 34), (50, 57)], ROSE, 5)
    b.box(46, 4, 8, 28, COIN)
    b.box(37, 11, 26, 8, COIN)
    b.oval(50, 57, 5, 5, BLUE)
