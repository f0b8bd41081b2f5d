"""Signs of Traders & Builders: goods and pig herds."""

from __future__ import annotations

from functools import partial
from typing import Final

from render.carcassonne.land_objects import INK
from render.carcassonne.pen import Pen
from render.carcassonne.sign import PALE, Sign, draw_badge, put_on_clear_point
from render.core.look import rgb

GOODS: Final = ("wine", "grain", "cloth")


def draw_goods(kind: str, pen: Pen, x: float, y: float) -> None:
    """Wine, grain or cloth."""

    def wine(px: float, py: float) -> None:
        pen.oval(px, py, 0.04, 0.046, rgb("#7A4A28"), INK, 0.007)
        for dy in (-0.02, 0.02):
            pen.line([(px - 0.036, py + dy), (px + 0.036, py + dy)], 0.008, INK)

    def grain(px: float, py: float) -> None:
        pen.line([(px, py + 0.05), (px, py - 0.02)], 0.009, rgb("#9A6A14"))
        for i in range(3):
            for side in (-1, 1):
                pen.oval(px + side * 0.018, py - 0.03 + i * 0.024, 0.014, 0.011, rgb("#D99B1E"), rgb("#7A520C"), 0.004)

    def cloth(px: float, py: float) -> None:
        pen.box(px - 0.044, py - 0.026, 0.088, 0.056, rgb("#2F6FD6"), INK, 0.007)
        for i in range(2):
            pen.line(
                [(px - 0.014 + i * 0.028, py - 0.024), (px - 0.014 + i * 0.028, py + 0.028)], 0.007, rgb("#9CC3F4")
            )

    rims = {"wine": rgb("#E8B33A"), "grain": rgb("#F0C543"), "cloth": rgb("#5E9BE8")}
    icons = {"wine": wine, "grain": grain, "cloth": cloth}
    draw_badge(pen, x, y, rims[kind], PALE, icons[kind])


def draw_pigs(pen: Pen, x: float, y: float) -> None:
    """A pig herd."""
    pink, dark = rgb("#EFA9A0"), rgb("#7A4038")
    for dx, dy in ((-0.05, -0.03), (0.05, -0.045), (0.0, 0.035)):
        px, py = x + dx, y + dy
        for lx in (-0.025, -0.01, 0.012, 0.026):
            pen.line([(px + lx, py + 0.01), (px + lx, py + 0.034)], 0.01, dark)
        pen.oval(px, py, 0.043, 0.028, pink, dark, 0.007)
        pen.oval(px + 0.04, py - 0.008, 0.023, 0.021, pink, dark, 0.007)
        pen.oval(px + 0.056, py - 0.005, 0.009, 0.011, rgb("#D9847A"), dark, 0.004)
        pen.oval(px + 0.038, py - 0.014, 0.004, 0.004, dark)


SIGNS: Final = {
    **{kind: Sign(put_on_clear_point(partial(draw_goods, kind), 0.098, 0.1), 50, told=20) for kind in GOODS},
    "pig_herd": Sign(put_on_clear_point(draw_pigs, 0.11, 0.05), 65),
}
