"""The scene of the Watchtower."""

from __future__ import annotations

from render.citadels.colours import RED
from render.core.brush import GROUND, Brush
from render.core.paints import WOOD, WOOD_LIGHT


def draw_watchtower(b: Brush) -> None:
    for x in (34, 66):
        b.rod([(x, GROUND), (50 + (x - 50) * 0.62, 46)], WOOD, 4)
    b.rod([(35, 80), (61, 58)], WOOD, 2.6)
    b.rod([(65, 80), (39, 58)], WOOD, 2.6)
    b.box(32, 40, 36, 10, WOOD_LIGHT)
    b.box(36, 30, 4, 12, WOOD)
    b.box(60, 30, 4, 12, WOOD)
    b.gable(34, 30, 32, 18, RED)
    b.flag(50, 13, RED, 9)
