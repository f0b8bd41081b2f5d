"""Drawing in tile widths, with a mask that gathers shadows."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.look import Colour

from .colours import OUTLINE
from .curves import Line, Point


class Pen:
    """A square picture of a tile, drawn in tile widths. Shadows are gathered, then drawn at once."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.image = Image.new("RGB", (side, side))
        self.draw = ImageDraw.Draw(self.image)
        self._shade_side = min(side, 256)
        self._shade = Image.new("L", (self._shade_side, self._shade_side), 0)
        self._shade_draw = ImageDraw.Draw(self._shade)

    def pixels(self, length: float) -> int:
        return max(1, round(length * self.side))

    def to_pixels(self, line: Sequence[Point]) -> list[Point]:
        return [(x * self.side, y * self.side) for x, y in line]

    def line(self, line: Sequence[Point], width: float, ink: Colour) -> None:
        """A line with round joints and ends."""
        points = self.to_pixels(line)
        wide = self.pixels(width)
        self.draw.line(points, fill=ink, width=wide, joint="curve")
        radius = wide / 2
        for x, y in (points[0], points[-1]):
            self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)

    def shape(self, line: Sequence[Point], fill: Colour, edge: Colour | None = OUTLINE, width: float = 0.008) -> None:
        """A filled polygon."""
        points = self.to_pixels(line)
        self.draw.polygon(points, fill=fill)
        if edge is not None:
            self.draw.line([*points, points[0], points[1]], fill=edge, width=self.pixels(width), joint="curve")

    def oval(
        self, x: float, y: float, rx: float, ry: float, fill: Colour, edge: Colour | None = None, width: float = 0.008
    ) -> None:
        s = self.side
        box = ((x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s)
        if edge is None:
            self.draw.ellipse(box, fill=fill)
        else:
            self.draw.ellipse(box, fill=fill, outline=edge, width=self.pixels(width))

    def box(
        self, x: float, y: float, w: float, h: float, fill: Colour, edge: Colour | None = OUTLINE, width: float = 0.008
    ) -> None:
        """A rectangle by its upper left corner."""
        s = self.side
        box = (x * s, y * s, (x + w) * s, (y + h) * s)
        if edge is None:
            self.draw.rectangle(box, fill=fill)
        else:
            self.draw.rectangle(box, fill=fill, outline=edge, width=self.pixels(width))

    def add_oval_shadow(self, x: float, y: float, rx: float, ry: float, dark: int = 90) -> None:
        """Add a shadow on the ground."""
        s = self._shade_side
        self._shade_draw.ellipse(((x - rx) * s, (y - ry) * s, (x + rx) * s, (y + ry) * s), fill=dark)

    def add_line_shadow(self, line: Line, width: float, dark: int = 90) -> None:
        s = self._shade_side
        self._shade_draw.line(
            [(x * s, y * s) for x, y in line], fill=dark, width=max(1, round(width * s)), joint="curve"
        )

    def draw_shadows(self, blur: float, ink: Colour = (34, 30, 20), within: Image.Image | None = None) -> None:
        """Draw the gathered shadows, blurred; `within` limits them."""
        mask = self._shade.filter(ImageFilter.GaussianBlur(blur * self._shade_side))
        if within is not None:
            mask = ImageChops.darker(mask, within.resize(mask.size))
        self.paint_through_mask(mask, ink)
        self._shade.paste(0, (0, 0, *self._shade.size))

    def paint_through_mask(self, mask: Image.Image, ink: Colour) -> None:
        """Paint a colour through a mask."""
        if mask.size != self.image.size:
            mask = mask.resize(self.image.size, Image.Resampling.BILINEAR)
        self.image.paste(ink, (0, 0, *self.image.size), mask)
