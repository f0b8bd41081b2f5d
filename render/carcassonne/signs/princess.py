"""Signs of The Princess & the Dragon."""

from __future__ import annotations

from functools import partial
from typing import Final

from render.carcassonne import colours as c
from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.carcassonne.sign import Sign, TileCanvas, draw_badge, put_on_clear_point
from render.core.look import rgb


def draw_princess(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.shape([(px - 0.038, py + 0.055), (px, py - 0.01), (px + 0.038, py + 0.055)], rgb("#C94F8E"), INK, 0.006)
        pen.oval(px, py - 0.022, 0.026, 0.026, rgb("#F6D7B8"), INK, 0.006)
        pen.draw.polygon(
            pen.to_pixels(
                [
                    (px - 0.026, py - 0.036),
                    (px - 0.026, py - 0.064),
                    (px - 0.012, py - 0.05),
                    (px, py - 0.068),
                    (px + 0.012, py - 0.05),
                    (px + 0.026, py - 0.064),
                    (px + 0.026, py - 0.036),
                ]
            ),
            fill=c.COIN,
        )

    draw_badge(pen, x, y, rgb("#E77FB4"), rgb("#FBEFF5"), icon)


def draw_dragon(pen: Pen, x: float, y: float) -> None:
    def icon(px: float, py: float) -> None:
        pen.draw.polygon(
            pen.to_pixels(
                [
                    (px - 0.05, py + 0.03),
                    (px - 0.052, py - 0.03),
                    (px - 0.02, py - 0.012),
                    (px + 0.006, py - 0.05),
                    (px + 0.05, py - 0.03),
                    (px + 0.03, py - 0.008),
                    (px + 0.042, py + 0.03),
                    (px + 0.008, py + 0.012),
                    (px - 0.006, py + 0.045),
                ]
            ),
            fill=rgb("#B4161C"),
        )

    draw_badge(pen, x, y, rgb("#C8282C"), rgb("#FFF3E4"), icon)


def draw_portal(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y + 0.085, 0.1, 0.03, c.STONE_DARK, INK, 0.008)
    pen.oval(x, y, 0.078, 0.108, c.STONE, INK, 0.009)
    pen.oval(x, y, 0.052, 0.08, rgb("#6B2FB5"), INK, 0.007)
    pen.oval(x - 0.008, y - 0.01, 0.028, 0.05, rgb("#B98CF0"))


def draw_volcano(pen: Pen, x: float, y: float, s: float = 1.0) -> None:
    """A volcano; (x, y) is its middle."""
    for dx, dy, r in ((-0.02, -0.2, 0.035), (0.02, -0.245, 0.028), (0.0, -0.165, 0.03)):
        pen.oval(x + dx * s, y + dy * s, r * s, r * 0.8 * s, rgb("#B9B4AE"), rgb("#8C8680"), 0.006)
    pen.shape(
        [
            (x - 0.2 * s, y + 0.13 * s),
            (x - 0.06 * s, y - 0.11 * s),
            (x + 0.06 * s, y - 0.11 * s),
            (x + 0.2 * s, y + 0.13 * s),
        ],
        rgb("#6A5546"),
        INK,
        0.01,
    )
    pen.shape(
        [
            (x + 0.02 * s, y - 0.1 * s),
            (x + 0.056 * s, y - 0.1 * s),
            (x + 0.19 * s, y + 0.122 * s),
            (x + 0.07 * s, y + 0.122 * s),
        ],
        rgb("#4E3D33"),
        None,
    )
    pen.oval(x, y - 0.11 * s, 0.06 * s, 0.022 * s, rgb("#F5A623"), INK, 0.008)
    pen.shape(
        [
            (x - 0.04 * s, y - 0.11 * s),
            (x - 0.005 * s, y - 0.1 * s),
            (x - 0.02 * s, y + 0.02 * s),
            (x - 0.055 * s, y + 0.1 * s),
            (x - 0.07 * s, y + 0.01 * s),
        ],
        rgb("#E8452C"),
        None,
    )
    pen.shape(
        [(x + 0.01 * s, y - 0.1 * s), (x + 0.04 * s, y - 0.11 * s), (x + 0.07 * s, y + 0.04 * s), (x + 0.035 * s, y)],
        rgb("#F07A2A"),
        None,
    )


def put_volcano(canvas: TileCanvas, _area: str) -> None:
    """Place a volcano, smaller in the lake at the end of a river."""
    pen, ((x, y), _), size = canvas.pen, canvas.middle_sign_spot, 1.0
    lake = canvas.role == "lake"
    canvas.occupied.append(((x, y), 0.22))
    foot = (x, y)
    if lake:
        pen.oval(0.5, 0.56, 0.15, 0.065, c.BANK, c.ROAD_RIM, 0.008)
        x, y, size = 0.5, 0.5, 0.72
    canvas.queue_drawing(foot, 0.12, partial(draw_volcano, pen, x, y - 0.01, size))


SIGNS: Final = {
    "princess": Sign(put_on_clear_point(draw_princess, 0.098, 0.1), 50, told=30),
    "volcano": Sign(put_volcano, 20, middle=True, told=60),
    "dragon": Sign(put_on_clear_point(draw_dragon, 0.098, 0.1), 70, told=60),
    "portal": Sign(put_on_clear_point(draw_portal, 0.1, 0.1), 80, told=60),
}
