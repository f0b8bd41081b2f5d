"""A canvas that mirrors its content for right-to-left languages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from PIL import Image

from .fonts import BOLD, REGULAR, capitals_middle, drawable_text, fit_text, text_sprite
from .look import Colour, Look
from .shapes import panel_sprite

Box: TypeAlias = tuple[int, int, int, int]


@dataclass(slots=True)
class Sheet:
    """A picture in the making, with the boxes of named parts for tests of overlaps. Coordinates are those of a
    left-to-right picture."""

    look: Look
    size: tuple[int, int]
    image: Image.Image = field(init=False)
    boxes: dict[str, Box] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", self.size, self.look.shades.ground)

    def put(self, sprite: Image.Image, x: int, y: int, name: str = "") -> Box:
        """Paste a sprite by its upper left corner (mirrored: upper right); returns its box."""
        if self.look.mirrored:
            x = self.size[0] - x - sprite.width
        self.image.paste(sprite, (x, y), sprite if sprite.mode == "RGBA" else None)
        box = (x, y, x + sprite.width, y + sprite.height)
        if name:
            self.boxes[name] = box
        return box

    def panel(self, box: Box, radius: int, fill: Colour, edge: Colour, line: int, name: str = "") -> Box:
        return self.put(
            panel_sprite((box[2] - box[0], box[3] - box[1]), radius, fill, edge, line), box[0], box[1], name
        )

    def text(
        self,
        text: str,
        box: tuple[int, int, int],
        size: int,
        ink: Colour,
        *,
        bold: bool = False,
        align: str = "start",
        floor: int = 18,
        name: str = "",
        sentence: bool = False,
    ) -> int:
        """Draw a line of text with its capitals centred on y and return its width. `box`: (left, right, y); `sentence`:
        use the reader's direction even if the text starts with a name in the other one."""
        left, right, y = box
        weight = BOLD if bold else REGULAR
        direction = ("R" if self.look.mirrored else "L") if sentence else ""
        room = max(8, right - left - 2)
        fitted_text, fitted_size, width_axis = fit_text(drawable_text(text) or "-", room, size, weight, floor)
        text_image = text_sprite(fitted_text, fitted_size, weight, width_axis, ink, direction)
        x = {"start": left, "end": right - text_image.width, "middle": (left + right - text_image.width) // 2}[align]
        drawn_box = self.put(text_image, x, round(y - capitals_middle(fitted_size, weight)))
        if name:
            half = fitted_size * 0.42  # half the height of the letters
            self.boxes[name] = (drawn_box[0], round(y - half), drawn_box[2], round(y + half))
        return text_image.width
