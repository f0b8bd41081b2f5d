"""Signs of the base game: the coat of arms."""

from __future__ import annotations

from typing import Final

from render.carcassonne import colours as c
from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.carcassonne.sign import Sign, put_on_clear_point
from render.core.shapes import star_points


def draw_shield(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """The coat of arms, which doubles points."""
    w, h = 0.068 * s, 0.088 * s

    def outline(grow: float) -> list[tuple[float, float]]:
        a, b = w + grow, h + grow
        return [
            (x - a, y - b),
            (x + a, y - b),
            (x + a, y + b * 0.1),
            (x + a * 0.62, y + b * 0.66),
            (x, y + b * 1.12),
            (x - a * 0.62, y + b * 0.66),
            (x - a, y + b * 0.1),
        ]

    pen.shape(outline(0.016 * s), INK, INK, 0.004)
    pen.shape(outline(0.008 * s), (255, 255, 255), None)
    pen.shape(outline(-0.004 * s), c.SHIELD, None)
    pen.shape(
        [(x, y - h), (x + w, y - h), (x + w, y + h * 0.1), (x + w * 0.6, y + h * 0.6), (x, y + h)], c.SHIELD_DARK, None
    )
    for dx, dy in ((-0.5, -0.42), (0.5, -0.42), (0.0, 0.3)):
        pen.draw.polygon(pen.to_pixels(star_points((x + dx * w, y + dy * h), 0.028 * s, 0.014 * s)), fill=c.COIN)


SIGNS: Final = {"shield": Sign(put_on_clear_point(draw_shield, 0.085, 0.09), 50, told=0)}
