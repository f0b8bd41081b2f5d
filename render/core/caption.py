"""The band above the frames of a film: in one sentence what happened in them, where the table shows it too small.

Its letters are as high as they must be where a phone shows the film: 9 px from the line to the top of an *x*.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Final

from PIL import Image, ImageDraw

from .faces import REGULAR, font, length, write
from .fonts import broken, plain, visual
from .look import Look, mix
from .visual import within

SHOWN: Final = 400  # pixels: so wide a phone shows it
READ: Final = 9  # pixels of small letters there
LINES: Final = 2
STEP: Final = 1.24  # from line to line, in letters
ASIDE: Final = 1 / 60  # of how wide it is: air at both ends
OVER: Final = 0.25  # of a letter: air above and below
TINT: Final = 0.2  # of the colour of whose turn it was


@lru_cache(maxsize=16)
def letters(wide: int) -> int:
    """The least size of letters in a film so wide."""
    return next(size for size in count(8) if _small(size) * SHOWN >= READ * wide)


def _small(size: int) -> float:
    """How high small letters are, in pixels."""
    return -float(font(1000, REGULAR).getbbox("x", anchor="ls")[1]) * size / 1000


def high(wide: int) -> int:
    """How high the band of a film so wide is."""
    return round(letters(wide) * (LINES * STEP + 2 * OVER))


def band(look: Look, text: str, wide: int, seat: int | None = None) -> Image.Image:
    """The band with a sentence, in a shade of the seat's colour. It is narrowed, broken, and cut where nothing else
    helps; and drawn where it stands: no frame shows the words of another, so nothing of them is kept."""
    shades = look.shades
    ground = shades.panel if seat is None else mix(shades.panel, look.seats[seat].colour.fill, TINT)
    image = Image.new("RGB", (wide, high(wide)), ground)
    draw, size, aside = ImageDraw.Draw(image), letters(wide), round(wide * ASIDE)
    shown, at, width = broken(plain(text), wide - 2 * aside, image.height, size + 1, REGULAR, size)
    face = font(at, REGULAR, width)
    up, down = face.getmetrics()
    step = round(at * STEP)
    y = (image.height - (len(shown) - 1) * step - up - down) // 2 + up
    base = "R" if look.mirrored else "L"
    for line in shown:
        said = visual(within(line, text, base), base)
        write(draw, (wide - aside - length(said, face) if look.mirrored else aside, y), said, face, shades.ink)
        y += step
    return image


__all__ = ["band", "high", "letters"]
