"""Signs of Cult: the shrines."""

from __future__ import annotations

from functools import partial
from typing import Final

from render.carcassonne.pen import Pen
from render.carcassonne.sign import Sign, TileCanvas
from render.core.look import rgb


def draw_shrine(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A small temple."""
    stone, edge = rgb("#D6CCDA"), rgb("#4A3E55")
    pen.box(x - 0.14 * s, y + 0.1 * s, 0.28 * s, 0.04 * s, stone, edge, 0.009)
    pen.box(x - 0.1 * s, y - 0.06 * s, 0.2 * s, 0.16 * s, rgb("#8E7FA0"), edge, 0.009)
    for i in range(4):
        pen.box(x - 0.125 * s + i * 0.07 * s, y - 0.06 * s, 0.036 * s, 0.16 * s, stone, edge, 0.007)
    pen.shape([(x - 0.16 * s, y - 0.055 * s), (x, y - 0.18 * s), (x + 0.16 * s, y - 0.055 * s)], stone, edge, 0.01)
    pen.oval(x, y - 0.1 * s, 0.022 * s, 0.022 * s, rgb("#6B4FA0"), edge, 0.006)


def put_shrine(canvas: TileCanvas, _area: str) -> None:
    (x, y), size = canvas.middle_sign_spot
    canvas.occupied.append(((x, y), 0.2))
    canvas.queue_drawing((x, y), 0.14, partial(draw_shrine, canvas.pen, x, y, 1.1 * size))


SIGNS: Final = {"shrine": Sign(put_shrine, 0)}
