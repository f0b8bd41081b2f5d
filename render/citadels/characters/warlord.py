"""The card of the Warlord."""

from __future__ import annotations

from typing import Final

from render.citadels.strokes import draw_sword
from render.core.brush import Brush

SHADE: Final = "red"


def draw_warlord(b: Brush) -> None:
    draw_sword(b, 18, 88, 80, 14)
    draw_sword(b, 82, 88, 20, 14)
