"""Helpers that draw icons of the strip."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageDraw

from render.core.look import Colour
from render.core.shapes import scale_down

from .land_objects import INK
from .pen import Pen


def paint_icon(high: int, paint: Callable[[Pen], None], smooth: int = 4) -> Image.Image:
    """A square icon drawn by `paint` on a transparent ground."""
    pen = Pen(high * smooth)
    pen.image = Image.new("RGBA", (pen.side, pen.side), (*INK, 0))
    pen.draw = ImageDraw.Draw(pen.image)
    paint(pen)
    return scale_down(pen.image, (high, high))


def draw_rimmed_disc(pen: Pen, rim: Colour, ground: Colour) -> None:
    """A disc with a rim."""
    pen.oval(0.5, 0.5, 0.5, 0.5, INK)
    pen.oval(0.5, 0.5, 0.46, 0.46, rim)
    pen.oval(0.5, 0.5, 0.37, 0.37, ground)
