"""The card of the Navigator."""

from __future__ import annotations

import math
from typing import Final

from render.core.brush import Brush
from render.core.paints import COIN, LINE, WOOD, WOOD_LIGHT

SHADE: Final = "brown"


def draw_navigator(b: Brush) -> None:
    for i in range(8):
        a = math.pi * i / 4
        b.rod([(50, 50), (50 + 43 * math.cos(a), 50 + 43 * math.sin(a))], WOOD_LIGHT, 5)
    b.oval(50, 50, 31, 31, None, LINE)
    b.arc(50, 50, 30, 0, 360, WOOD, 8)
    b.oval(50, 50, 22, 22, None, LINE)
    b.oval(50, 50, 9, 9, COIN)
