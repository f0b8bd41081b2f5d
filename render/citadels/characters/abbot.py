"""The card of the Abbot."""

from __future__ import annotations

from typing import Final

from render.citadels.colours import BLUE
from render.core.brush import Brush
from render.core.paints import COIN, LINE, ROSE, WOOD_LIGHT

SHADE: Final = "blue"


def draw_abbot(b: Brush) -> None:
    b.rod([(44, 96), (44, 34)], WOOD_LIGHT, 6)
    b.arc(57, 30, 17, 150, 90, LINE, 9)
    b.arc(57, 30, 15.6, 150, 90, COIN, 5.6)
    b.oval(44, 40, 6, 6, COIN)
    b.oval(57, 33, 5, 5, ROSE)
    b.box(62, 60, 26, 32, BLUE)
    b.line([(75, 66), (75, 86)], COIN, 4)
    b.line([(68, 73), (82, 73)], COIN, 4)
