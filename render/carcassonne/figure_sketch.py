"""Sketches of figures: shapes in units of the height, with lighting, outline and shadow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.look import Colour, Say, mix_colours
from render.core.sentences import word_of_key
from render.core.shapes import Point, add_shadow, dilate_mask, draw_seat_symbol, scale_down, star_points

WHITE = (255, 255, 255)
BLACK = (0, 0, 0)


class Sketch:
    """A square canvas with its origin in the middle; 1 is the height of the figure, y grows downward."""

    def __init__(self, high: int, lying: bool = False) -> None:
        self.high = high
        self.smooth = 6 if high < 90 else 3
        self.side = round(high * 1.36) * self.smooth
        self.unit = high * self.smooth * 0.94
        self.lying = lying
        self.image = Image.new("RGBA", (self.side, self.side), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def to_pixels(self, x: float, y: float) -> Point:
        """A point in pixels, turned by a quarter for a lying figure."""
        half = self.side / 2
        across, down = (-y, x) if self.lying else (x, y)
        return half + across * self.unit, half + down * self.unit

    def poly(self, points: Sequence[Point], fill: Colour, soft: float = 0.0) -> None:
        """A filled polygon; `soft` rounds its corners by growing it."""
        placed = [self.to_pixels(*p) for p in points]
        self.draw.polygon(placed, fill=fill)
        if soft:
            self.draw.line([*placed, placed[0], placed[1]], fill=fill, width=round(self.unit * soft), joint="curve")

    def oval(self, x: float, y: float, rx: float, ry: float, fill: Colour) -> None:
        a, b = self.to_pixels(x - rx, y - ry), self.to_pixels(x + rx, y + ry)
        box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
        self.draw.ellipse(box, fill=fill)

    def line(self, points: Sequence[Point], width: float, ink: Colour) -> None:
        """A line with round ends."""
        placed = [self.to_pixels(*p) for p in points]
        wide = max(1, round(width * self.unit))
        self.draw.line(placed, fill=ink, width=wide, joint="curve")
        for x, y in (placed[0], placed[-1]):
            self.draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=ink)

    def star(self, x: float, y: float, outer: float, fill: Colour) -> None:
        self.draw.polygon(star_points(self.to_pixels(x, y), outer * self.unit, outer * 0.45 * self.unit), fill=fill)

    def seat_sign(self, kind: str, x: float, y: float, radius: float, ink: Colour) -> None:
        """The symbol of the seat, upright even on a lying figure."""
        draw_seat_symbol(self.draw, kind, self.to_pixels(x, y), radius * self.unit, ink)

    def light_edges(self) -> None:
        """Light the edges drawn so far from the north-west."""
        mask = self.image.getchannel("A")
        box = (0, 0, *self.image.size)
        offset = round(self.unit * 0.05)
        for ink, shift, share in ((WHITE, offset, 0.28), (BLACK, -offset, 0.22)):
            edge = ImageChops.subtract(mask, ImageChops.offset(mask, shift, shift))
            self.image.paste(ink, box, edge.point([round(v * share) for v in range(256)]))
        self.image.putalpha(mask)

    def finish(self, outline: Colour, shade: bool) -> Image.Image:
        """The outlined figure at its final size."""
        mask = self.image.getchannel("A").filter(ImageFilter.GaussianBlur(self.unit * 0.012))
        mask = mask.point([255 if v > 127 else 0 for v in range(256)])
        outline_mask = dilate_mask(mask, max(1, round(self.high * 0.045 * self.smooth)))
        outlined = Image.new("RGBA", self.image.size, (*outline, 0))
        outlined.paste((*outline, 255), (0, 0, *outlined.size), outline_mask)
        outlined.paste(self.image, (0, 0), mask)
        size = self.side // self.smooth
        scaled = scale_down(outlined, (size, size))
        if not shade:
            return scaled
        shadow_offset = round(self.high * 0.035), round(self.high * 0.05)
        return add_shadow(scaled, max(1.0, self.high * 0.035), 0.55, shadow_offset)


def contrasting_tone(ink: Colour, share: float = 0.3) -> Colour:
    """A darker tone for details on a surface; lighter on very dark surfaces."""
    return mix_colours(ink, WHITE, share + 0.08) if sum(ink) < 120 else mix_colours(ink, BLACK, share)


@dataclass(frozen=True, slots=True)
class Figure:
    """The drawing of a kind of figure."""

    size: float  # height, as a share of a tile's side
    body: Callable[[Sketch, Colour], None]
    details: Callable[[Sketch, Colour], None] | None = None  # drawn over the lit body
    sign: tuple[float, float, float] | None = None  # x, y and radius of the seat's symbol
    lies: bool = False  # lies in fields


def figure_word(say: Say, kind: str) -> str:
    """The word for a kind of figure."""
    return word_of_key(say, f"pic.figure.{kind}")
