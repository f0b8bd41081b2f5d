"""The band above the frames of a film: in one sentence what happened in them, where the table shows it too small.

Its letters are as high as they must be where a phone shows the film: 9 px from the line to the top of an *x*.
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

SHOWN: Final = 400  # pixels: so wide a phone shows it
READ: Final = 9  # pixels of small letters there
LINES: Final = 2
STEP: Final = 1.24  # from line to line, in letters
ASIDE: Final = 1 / 60  # of how wide it is: air at both ends
OVER: Final = 0.25  # of a letter: air above and below
TINT: Final = 0.2  # of the colour of whose turn it was


@lru_cache(maxsize=16)
def caption_letter_size(wide: int) -> int:
    """The least size of letters in a film so wide."""
    return next(size for size in count(8) if _small_letter_height(size) * SHOWN >= READ * wide)


def _small_letter_height(size: int) -> float:
    """How high small letters are, in pixels."""
    return -float(load_font(1000, REGULAR).getbbox("x", anchor="ls")[1]) * size / 1000


def caption_height(wide: int) -> int:
    """How high the band of a film so wide is."""
    return round(caption_letter_size(wide) * (LINES * STEP + 2 * OVER))


def draw_caption_band(look: Look, text: str, wide: int, seat: int | None = None) -> Image.Image:
    """The band with a sentence, in a shade of the seat's colour. It is narrowed, broken, and cut where nothing else
    helps; and drawn where it stands: no frame shows the words of another, so nothing of them is kept."""
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
