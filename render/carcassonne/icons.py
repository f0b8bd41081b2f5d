"""Icons of the items in the strip, about 30 pixels high."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageFilter

from render.core.brush import initials_of_key
from render.core.cache import cached_sprite
from render.core.look import rgb

from . import colours as c
from .expansions import EXTRAS
from .figure_sprites import FIGURES, figure_sprite, seat_token
from .icon_drawing import paint_icon
from .land_objects import INK
from .pen import Pen

EXTRA_TILE_ITEM: Final = "again"  # the extra tile
RIM_COLOUR: Final = rgb("#F4EFE4")


def _draw_extra_tile_icon(pen: Pen) -> None:
    """The extra tile: a card with a plus."""
    pen.draw.rounded_rectangle((0, 0, pen.side - 1, pen.side - 1), pen.side * 0.16, fill=INK)
    pen.box(0.08, 0.08, 0.84, 0.84, c.GRASS, None)
    pen.line([(0.5, 0.24), (0.5, 0.76)], 0.17, INK)
    pen.line([(0.24, 0.5), (0.76, 0.5)], 0.17, INK)
    pen.line([(0.5, 0.26), (0.5, 0.74)], 0.11, (255, 255, 255))
    pen.line([(0.26, 0.5), (0.74, 0.5)], 0.11, (255, 255, 255))


def _add_pale_rim(image: Image.Image) -> Image.Image:
    """The icon with a pale rim, so that dark figures stand out on a dark panel."""
    padded = Image.new("RGBA", (image.width + 2, image.height), (*RIM_COLOUR, 0))
    padded.paste(image, (1, 0))
    glow = padded.getchannel("A").filter(ImageFilter.MaxFilter(3)).point([round(v * 0.7) for v in range(256)])
    rim = Image.new("RGBA", padded.size, (*RIM_COLOUR, 0))
    rim.putalpha(glow)
    rim.alpha_composite(padded)
    return rim


@cached_sprite
def seat_item_icon(name: str, letter: str, high: int) -> Image.Image:
    """The icon of an item for a seat's colour."""
    return _add_pale_rim(_bare_item_icon(name, letter, high))


def _bare_item_icon(name: str, letter: str, high: int) -> Image.Image:
    if name in FIGURES:
        sprite = figure_sprite(name, letter, round(high / 1.12), shade=False)
        box = sprite.getbbox() or (0, 0, *sprite.size)
        return sprite.crop((box[0], (sprite.height - high) // 2, box[2], (sprite.height - high) // 2 + high))
    if name == EXTRA_TILE_ITEM:
        return paint_icon(high, _draw_extra_tile_icon)
    draw_icon = next((extra.icons[name] for extra in EXTRAS.values() if name in extra.icons), None)
    return draw_icon(letter, high) if draw_icon is not None else lettered_icon(name, letter, high)


def lettered_icon(name: str, letter: str, high: int) -> Image.Image:
    """The icon of an undrawn item: a disc with two letters."""
    disc = seat_token(letter, high, initials_of_key(name))
    return disc.crop((4, 4, 4 + high, 4 + high))
