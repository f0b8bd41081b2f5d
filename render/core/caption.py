"""The caption band above the frames of a film: one sentence about what happened.

Its x-height is at least 9 px on a phone that shows the film 400 px wide.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Final

from PIL import Image, ImageDraw

from .bidi_text import keep_line_direction
from .font_faces import REGULAR, draw_visual_text, load_font, visual_text_width
from .fonts import drawable_text, fit_lines, visual_order
from .look import Look, mix_colours

SHOWN: Final = 400  # pixels: the width on a phone
READ: Final = 9  # pixels: the least x-height at that width
LINES: Final = 2
STEP: Final = 1.24  # line height, as a share of the letter size
ASIDE: Final = 1 / 60  # padding at both ends, as a share of the width
OVER: Final = 0.25  # padding above and below, as a share of the letter size
TINT: Final = 0.2  # share of the seat's colour in the background


@lru_cache(maxsize=16)
def caption_letter_size(wide: int) -> int:
    """The least legible font size for a film `wide` pixels wide."""
    return next(size for size in count(8) if _small_letter_height(size) * SHOWN >= READ * wide)


def _small_letter_height(size: int) -> float:
    """The x-height in pixels of a font size."""
    return -float(load_font(1000, REGULAR).getbbox("x", anchor="ls")[1]) * size / 1000


def caption_height(wide: int) -> int:
    """The height of the band for a film `wide` pixels wide."""
    return round(caption_letter_size(wide) * (LINES * STEP + 2 * OVER))


def draw_caption_band(look: Look, text: str, wide: int, seat: int | None = None) -> Image.Image:
    """The band with a sentence, tinted with the seat's colour. Long text is narrowed, wrapped, then cut. Drawn without
    the sprite cache, because no sentence appears in two frames."""
    shades = look.shades
    ground = shades.panel if seat is None else mix_colours(shades.panel, look.seats[seat].colour.fill, TINT)
    image = Image.new("RGB", (wide, caption_height(wide)), ground)
    draw, size, aside = ImageDraw.Draw(image), caption_letter_size(wide), round(wide * ASIDE)
    shown, at, width = fit_lines(drawable_text(text), wide - 2 * aside, image.height, size + 1, REGULAR, size)
    face = load_font(at, REGULAR, width)
    up, down = face.getmetrics()
    step = round(at * STEP)
    y = (image.height - (len(shown) - 1) * step - up - down) // 2 + up
    base = "R" if look.mirrored else "L"
    for line in shown:
        said = visual_order(keep_line_direction(line, text, base), base)
        draw_visual_text(
            draw, (wide - aside - visual_text_width(said, face) if look.mirrored else aside, y), said, face, shades.ink
        )
        y += step
    return image


__all__ = ["caption_height", "caption_letter_size", "draw_caption_band"]
