"""The card of the Merchant."""

from __future__ import annotations

from typing import Final

from render.citadels.strokes import draw_coin
from render.core.brush import Brush

SHADE: Final = "green"


def draw_merchant(b: Brush) -> None:
    for x, y in ((32, 66), (68, 66), (50, 36)):
        draw_coin(b, x, y, 20)
