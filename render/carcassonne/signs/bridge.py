"""Signs of Bridges, Castles & Bazaars."""

from __future__ import annotations

from functools import partial
from typing import Final

from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.carcassonne.sign import Sign, TileCanvas
from render.core.look import rgb


def draw_bazaar(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """Three market stalls."""
    for dx, dy, ink in ((-0.1, -0.02, rgb("#D8433A")), (0.1, -0.02, rgb("#3A78C8")), (0.0, 0.08, rgb("#E7A23A"))):
        px, py = x + dx * s, y + dy * s
        pen.box(px - 0.07 * s, py, 0.14 * s, 0.055 * s, rgb("#A97B4B"), INK, 0.008)
        for i in range(5):
            pen.box(
                px - 0.08 * s + i * 0.032 * s,
                py - 0.07 * s,
                0.032 * s,
                0.06 * s,
                ink if i % 2 == 0 else (255, 255, 255),
                None,
            )
        pen.line([(px - 0.08 * s, py - 0.07 * s), (px + 0.08 * s, py - 0.07 * s)], 0.008, INK)
        pen.line([(px - 0.08 * s, py - 0.01 * s), (px + 0.08 * s, py - 0.01 * s)], 0.008, INK)


def put_bazaar(canvas: TileCanvas, _area: str) -> None:
    (x, y), size = canvas.middle_sign_spot
    canvas.occupied.append(((x, y), 0.2))
    canvas.queue_drawing((x, y), 0.1, partial(draw_bazaar, canvas.pen, x, y, size))


SIGNS: Final = {"bazaar": Sign(put_bazaar, 30, middle=True, told=60)}
