"""Smooth drawing in hundredths of a picture's width, and the parts of houses that many scenes share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from .fonts import BOLD, capitals_middle, fitted_text_sprite
from .look import Colour, mix_colours
from .paints import DARK, LINE, STONE, STONE_DARK, STONE_SHADE
from .shapes import SMOOTH, Point, scale_down, star_points

GROUND: Final = 90.0  # y of the ground under houses


def initials_of_key(key: str) -> str:
    """Two letters for a key without a drawing: `tax_collector` TC, `spy` Sp."""
    words = key.replace("-", "_").split("_")
    return "".join(word[:1].upper() for word in words[:2]) if len(words) > 1 else key[:2].capitalize()


def darken_colour(colour: Colour, share: float) -> Colour:
    """The colour mixed with black; `share`: the share that remains of it."""
    return mix_colours((0, 0, 0), colour, share)


class Brush:
    """A picture 100 units wide, drawn supersampled. Outlines are at least one pixel wide."""

    def __init__(self, wide: int, high: int, fill: Colour | None = None) -> None:
        self.size = (wide, high)
        self.scale = wide * SMOOTH / 100
        background = (*LINE, 0) if fill is None else (*fill, 255)
        self.image = Image.new("RGBA", (wide * SMOOTH, high * SMOOTH), background)
        self.draw = ImageDraw.Draw(self.image)
        self.edge = max(SMOOTH, round(1.7 * self.scale))

    def finish(self) -> Image.Image:
        return scale_down(self.image, self.size)

    def _to_pixels(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def _pixel_box(self, x: float, y: float, rx: float, ry: float) -> tuple[float, float, float, float]:
        """The box in pixels around a middle."""
        s = self.scale
        return (x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s

    def pixel_width(self, units: float) -> int:
        return max(SMOOTH, round(units * self.scale))

    def polygon(self, points: Sequence[Point], fill: Colour, edge: Colour | None = LINE) -> None:
        placed = self._to_pixels(points)
        self.draw.polygon(placed, fill=fill)
        if edge is not None:
            self.draw.line([*placed, placed[0], placed[1]], fill=edge, width=self.edge, joint="curve")

    def box(self, x: float, y: float, w: float, h: float, fill: Colour, edge: Colour | None = LINE) -> None:
        self.polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, edge)

    def round_box(
        self, x: float, y: float, w: float, h: float, r: float, fill: Colour, edge: Colour | None = LINE
    ) -> None:
        s = self.scale
        self.draw.rounded_rectangle(
            (x * s, y * s, (x + w) * s, (y + h) * s), r * s, fill=fill, outline=edge, width=self.edge if edge else 0
        )

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Colour | None, edge: Colour | None = LINE) -> None:
        box = self._pixel_box(x, y, rx, ry)
        self.draw.ellipse(box, fill=fill, outline=edge, width=self.edge if edge else 0)

    def pie(self, x: float, y: float, r: float, start: float, end: float, fill: Colour) -> None:
        self.draw.pieslice(self._pixel_box(x, y, r, r), start, end, fill=fill, outline=LINE, width=self.edge)

    def arc(self, x: float, y: float, r: float, start: float, end: float, ink: Colour, width: float) -> None:
        self.draw.arc(self._pixel_box(x, y, r, r), start, end, fill=ink, width=self.pixel_width(width))

    def line(self, points: Sequence[Point], ink: Colour = LINE, width: float = 1.7) -> None:
        placed = self._to_pixels(points)
        pixels = self.pixel_width(width)
        self.draw.line(placed, fill=ink, width=pixels, joint="curve")
        for x, y in (placed[0], placed[-1]):
            self.draw.ellipse((x - pixels / 2, y - pixels / 2, x + pixels / 2, y + pixels / 2), fill=ink)

    def rod(self, points: Sequence[Point], ink: Colour, width: float) -> None:
        """A line with an outline."""
        self.line(points, LINE, width + 2 * self.edge / self.scale)
        self.line(points, ink, width)

    def star(self, x: float, y: float, r: float, fill: Colour, edge: Colour | None = LINE, points: int = 5) -> None:
        self.polygon(star_points((x, y), r, r * (0.45 if points < 7 else 0.7), points), fill, edge)

    def letters(self, x: float, y: float, high: float, text: str, ink: Colour, room: float) -> None:
        """A short text with its capitals centred on (x, y). `high`: the font size; `room`: its greatest width."""
        text_image, size = fitted_text_sprite(text, self.pixel_width(room), self.pixel_width(high), ink, BOLD, SMOOTH)
        corner = (round(x * self.scale - text_image.width / 2), round(y * self.scale - capitals_middle(size, BOLD)))
        self.image.paste(text_image, corner, text_image)

    # Parts of houses.

    def sky(self, sky: Colour, hill: Colour) -> None:
        """The background of every scene: two hills and the ground."""
        high = self.size[1] / self.size[0] * 100
        self.box(0, 0, 100, high, sky, None)
        self.oval(20, GROUND, 44, 26, hill, None)
        self.oval(88, GROUND, 36, 20, hill, None)
        self.box(0, GROUND, 100, high, darken_colour(hill, 0.78), None)
        self.line([(-2, GROUND), (102, GROUND)])

    def door(self, x: float, w: float, h: float, base: float = GROUND, fill: Colour = DARK) -> None:
        """An arched door, centred on x."""
        points = [(x - w / 2, base)]
        for i in range(9):
            angle = math.pi * (1 - i / 8)
            points.append((x + math.cos(angle) * w / 2, base - h + w / 2 - math.sin(angle) * w / 2))
        self.polygon([*points, (x + w / 2, base)], fill, None)

    def window(self, x: float, y: float, w: float = 5, h: float = 9, fill: Colour = DARK) -> None:
        self.door(x, w, h, y + h / 2, fill)

    def wall(self, x: float, y: float, w: float, base: float = GROUND, fill: Colour = STONE) -> None:
        """A wall from y down to `base`, with its right third in the shade."""
        self.box(x, y, w, base - y, fill, None)
        dim = STONE_SHADE if fill == STONE else darken_colour(fill, 0.84)
        self.box(x + w * 0.68, y, w * 0.32, base - y, dim, None)
        self.line([(x, base), (x, y), (x + w, y), (x + w, base), (x, base)])

    def merlons(self, x: float, y: float, w: float, count: int, fill: Colour = STONE) -> None:
        """A battlement on top of a wall."""
        step = w / (2 * count - 1)
        points: list[Point] = [(x, y)]
        for i in range(count):
            left, right = x + 2 * i * step, x + (2 * i + 1) * step
            points += [(left, y), (left, y - 6), (right, y - 6), (right, y)]
        self.polygon([*points, (x + w, y + 4), (x, y + 4)], fill)

    def keep(self, x: float, y: float, w: float, base: float = GROUND) -> None:
        """A tower with a wider battlement."""
        self.wall(x, y, w, base)
        self.box(x - 3, y - 3, w + 6, 9, STONE)
        self.merlons(x - 3, y - 3, w + 6, 4 if w > 14 else 3)

    def gable(self, x: float, y: float, w: float, h: float, roof: Colour) -> None:
        """A pointed roof over a wall; (x, y) is the upper left corner of the wall."""
        top = (x + w / 2, y - h)
        self.polygon([(x - 4, y), top, (x + w + 4, y)], roof, None)
        self.polygon([(x + w * 0.66, y), top, (x + w + 4, y)], darken_colour(roof, 0.72), None)
        self.line([(x - 4, y), top, (x + w + 4, y), (x - 4, y)])

    def hip(self, x: float, y: float, w: float, h: float, roof: Colour) -> None:
        """A broad roof with a flat ridge."""
        self.polygon([(x - 5, y), (x + 5, y - h), (x + w - 5, y - h), (x + w + 5, y)], roof)

    def dome(self, x: float, y: float, r: float, roof: Colour) -> None:
        self.pie(x, y, r, 180, 360, roof)
        inner = r * 0.95
        self.draw.pieslice(self._pixel_box(x, y, inner, inner), 300, 359, fill=darken_colour(roof, 0.75))

    def flag(self, x: float, y: float, ink: Colour, h: float = 14) -> None:
        self.line([(x, y), (x, y - h)])
        self.polygon([(x, y - h), (x + 10, y - h + 3.5), (x, y - h + 7)], ink)

    def cross(self, x: float, y: float, r: float = 5) -> None:
        """A cross whose foot is at (x, y)."""
        self.line([(x, y), (x, y - 2 * r)], width=2.6)
        self.line([(x - r * 0.7, y - 1.35 * r), (x + r * 0.7, y - 1.35 * r)], width=2.6)

    def tree(self, x: float, base: float, r: float, leaf: Colour, dark: Colour) -> None:
        self.box(x - r * 0.16, base - r * 0.9, r * 0.32, r * 0.9, (122, 82, 44))
        self.oval(x, base - r * 1.6, r, r * 0.95, leaf)
        self.oval(x + r * 0.25, base - r * 1.45, r * 0.5, r * 0.5, dark, None)

    def column(self, x: float, y: float, h: float, w: float = 6) -> None:
        self.box(x - w / 2, y, w, h, STONE)
        self.box(x + w * 0.1, y, w * 0.3, h, STONE_SHADE, None)
        self.box(x - w / 2 - 1.5, y, w + 3, 3, STONE)
        self.box(x - w / 2 - 1.5, y + h - 3, w + 3, 3, STONE)

    def stones(self, places: Sequence[Point], ink: Colour = STONE_DARK) -> None:
        """A few joints between stones."""
        for x, y in places:
            self.line([(x, y), (x + 5, y)], ink, 1.4)
