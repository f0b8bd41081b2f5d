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
from .fonts import LINE_HEIGHT_SHARE, drawable_text, fit_lines, visual_order
from .look import Look, mix_colours

PHONE_WIDTH_PX: Final = 400  # pixels: the width on a phone
LEAST_X_HEIGHT_PX: Final = 9  # pixels: the least x-height at that width
MOST_LINES: Final = 2
SIDE_PADDING_SHARE: Final = 1 / 60  # padding at both ends, as a share of the width
VERTICAL_PADDING_SHARE: Final = 0.25  # padding above and below, as a share of the letter size
SEAT_TINT: Final = 0.2  # share of the seat's colour in the background


@lru_cache(maxsize=16)
def caption_letter_size(wide: int) -> int:
    """The least legible font size for a film `wide` pixels wide."""
    return next(size for size in count(8) if _small_letter_height(size) * PHONE_WIDTH_PX >= LEAST_X_HEIGHT_PX * wide)


def _small_letter_height(size: int) -> float:
    """The x-height in pixels of a font size."""
    return -float(load_font(1000, REGULAR).getbbox("x", anchor="ls")[1]) * size / 1000


def caption_height(wide: int) -> int:
    """The height of the band for a film `wide` pixels wide."""
    return round(caption_letter_size(wide) * (MOST_LINES * LINE_HEIGHT_SHARE + 2 * VERTICAL_PADDING_SHARE))


def draw_caption_band(look: Look, text: str, wide: int, seat: int | None = None) -> Image.Image:
    """The band with a sentence, tinted with the seat's colour. Long text is narrowed, wrapped, then cut. Drawn without
    the sprite cache, because no sentence appears in two frames."""
    shades = look.shades
    background = shades.panel if seat is None else mix_colours(shades.panel, look.seats[seat].colour.fill, SEAT_TINT)
    image = Image.new("RGB", (wide, caption_height(wide)), background)
    draw, size, padding = ImageDraw.Draw(image), caption_letter_size(wide), round(wide * SIDE_PADDING_SHARE)
    room = wide - 2 * padding
    lines, letter_size, width_axis = fit_lines(drawable_text(text), room, image.height, size + 1, REGULAR, size)
    face = load_font(letter_size, REGULAR, width_axis)
    ascent, descent = face.getmetrics()
    line_height = round(letter_size * LINE_HEIGHT_SHARE)
    y = (image.height - (len(lines) - 1) * line_height - ascent - descent) // 2 + ascent
    direction = "R" if look.mirrored else "L"
    for line in lines:
        visual_line = visual_order(keep_line_direction(line, text, direction), direction)
        x = wide - padding - visual_text_width(visual_line, face) if look.mirrored else padding
        draw_visual_text(draw, (x, y), visual_line, face, shades.ink)
        y += line_height
    return image
