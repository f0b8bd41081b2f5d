"""Draws the progress card Inventor."""

from __future__ import annotations

from render.catan.colours import TOKEN, TOKEN_RED, TRACKS
from render.core.brush import Brush
from render.core.paints import LINE


def draw_inventor(b: Brush) -> None:
    for x, text_red in ((28, True), (72, False)):
        b.oval(x, 62, 21, 21, TOKEN)
        ink = TOKEN_RED if text_red else LINE
        for i in range(3):
            b.oval(x - 8 + 8 * i, 70, 2.6, 2.6, ink, None)
        b.box(x - 7, 52, 14, 10, ink, None)
    for y, way in ((26, 1), (40, -1)):
        tip = 50 + 26 * way
        b.line([(50 - 22 * way, y), (tip - 6 * way, y)], TRACKS["science"].fill, 6)
        b.polygon([(tip + 4 * way, y), (tip - 9 * way, y - 9), (tip - 9 * way, y + 9)], TRACKS["science"].fill)
