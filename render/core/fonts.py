"""Text drawing: visual order, fitting into a width or box, sprites."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from .bidi_text import UNSEEN, keep_line_direction
from .bidi_text import reorder_text as ordered
from .cache import cached_sprite
from .font_faces import BOLD as BOLD
from .font_faces import REGULAR as REGULAR
from .font_faces import Face, draw_visual_text, visual_text_width
from .font_faces import has_glyphs as has_glyphs
from .font_faces import load_font as load_font
from .look import Colour

WIDTHS: Final = (100, 88, 76, 66, 62)  # of the width axis, tried in this order before smaller sizes
LINE_HEIGHT_SHARE: Final = 1.24  # line height, as a share of the font size
ELLIPSIS: Final = "…"
_TRAILING_NUMBER: Final = re.compile(r"\s(\d{1,3})$")
BOX: Final = "□"  # stands for letters without a glyph
LOOK_ALIKES: Final = {"Ţ": "Ț", "ţ": "ț", "→": "-"}


@lru_cache(maxsize=4096)
def drawable_character(character: str) -> str:
    """A drawable character: itself, a look-alike, its base letter, a box, or nothing (emoji)."""
    if character.isspace():
        return " "
    look_alike = LOOK_ALIKES.get(character)
    if look_alike:
        return look_alike
    if character in UNSEEN or character == BOX or has_glyphs(character):
        return character
    base_letters = "".join(
        part for part in unicodedata.normalize("NFKD", character) if has_glyphs(part) and part.isprintable()
    )
    return base_letters or (BOX if unicodedata.category(character).startswith("L") else "")


def drawable_text(text: str) -> str:
    """The text with only drawable characters and single spaces."""
    return " ".join("".join(map(drawable_character, unicodedata.normalize("NFC", text))).split())


def visual_order(text: str, base: str = "") -> str:
    """The text in visual order. `base`: L or R, the direction of the sentence; empty: of its first letter."""
    return ordered("".join(map(drawable_character, text)), base)


def measure_text(text: str, face: Face) -> float:
    """The width of a text as drawn."""
    return visual_text_width(visual_order(text), face)


@lru_cache(maxsize=2048)
def fit_text(text: str, room: int, size: int, weight: int = REGULAR, floor: int = 13) -> tuple[str, int, int]:
    """(text, size, width axis) that fit into the room: narrower first, then smaller, then cut with an ellipsis."""
    for width in WIDTHS:
        if measure_text(text, load_font(size, weight, width)) <= room:
            return text, size, width
    for smaller in range(size - 1, floor - 1, -1):
        if measure_text(text, load_font(smaller, weight, WIDTHS[-1])) <= room:
            return text, smaller, WIDTHS[-1]
    face = load_font(floor, weight, WIDTHS[-1])
    number = _TRAILING_NUMBER.search(text)  # keeps the number: «Machine 1» and «Machine 2» must stay distinct
    ending = ELLIPSIS + (number[1] if number is not None and measure_text(ELLIPSIS + number[1], face) < room else "")
    shortened = text[: number.start()] if len(ending) > 1 and number is not None else text
    while shortened and measure_text(shortened.rstrip() + ending, face) > room:
        shortened = shortened[:-1]
    return shortened.rstrip() + ending, floor, WIDTHS[-1]


@cached_sprite
def text_sprite(text: str, size: int, weight: int, width: int, ink: Colour, base: str = "") -> Image.Image:
    """A line of text as a sprite without side margins, as high as the line. `base`: see `visual_order`."""
    face = load_font(size, weight, width)
    visual_text = visual_order(text, base)
    ascent, descent = face.getmetrics()
    image = Image.new("RGBA", (max(1, round(visual_text_width(visual_text, face)) + 2), ascent + descent), (*ink, 0))
    draw_visual_text(ImageDraw.Draw(image), (1, ascent), visual_text, face, (*ink, 255))
    return image


def fitted_text_sprite(
    text: str, room: int, size: int, ink: Colour, weight: int = REGULAR, floor: int = 13
) -> tuple[Image.Image, int]:
    """The sprite of a text that fits into the room (see `fit_text`), and its font size."""
    fitted_text, fitted_size, width_axis = fit_text(text, room, size, weight, floor)
    return text_sprite(fitted_text, fitted_size, weight, width_axis, ink), fitted_size


def centre_text(image: Image.Image, text_image: Image.Image, size: int, weight: int = REGULAR) -> None:
    """Paste a text sprite of that font size into the middle of an image; its capitals count, not their tails."""
    x, y = (image.width - text_image.width) / 2, image.height / 2 - capitals_middle(size, weight)
    image.alpha_composite(text_image, (max(0, round(x)), max(0, round(y))))


def capitals_middle(size: int, weight: int = REGULAR) -> float:
    """The distance from the top of a text sprite to the middle of its capitals."""
    face = load_font(size, weight)
    ascent, _ = face.getmetrics()
    box = face.getbbox("H", anchor="ls")
    return ascent + (box[1] + box[3]) / 2


def wrap_text(
    text: str, room: int, size: int, most_lines: int, weight: int = REGULAR, width: int = 100
) -> list[str] | None:
    """The text in at most `most_lines` lines, broken between words; None if it does not fit."""
    face = load_font(size, weight, width)
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_text(longer, face) <= room:
            lines[-1] = longer
        else:
            if measure_text(word, face) > room:
                return None
            lines.append(word)
    return lines if len(lines) <= most_lines else None


def fit_lines(text: str, room: int, high: int, size: int, weight: int, floor: int = 13) -> tuple[list[str], int, int]:
    """(lines, size, width axis) of a text in a box: narrower before smaller, then cut."""
    for smaller_size in range(size, floor - 1, -1):
        line_limit = max(1, int(high / (smaller_size * LINE_HEIGHT_SHARE)))
        for width_axis in (100, 88, 76) if smaller_size == size else (76, 62):
            lines = wrap_text(text, room, smaller_size, line_limit, weight, width_axis)
            if lines is not None:
                return lines, smaller_size, width_axis
    line_limit = max(1, int(high / (floor * LINE_HEIGHT_SHARE)))
    words = text.split()
    while words:
        words.pop()
        lines = wrap_text(" ".join(words) + "…", room, floor, line_limit, weight, 62)
        if words and lines is not None:
            return lines, floor, 62
    cut_text, smaller_size, width_axis = fit_text(text, room, floor, weight, floor)
    return [cut_text], smaller_size, width_axis


@cached_sprite
def paragraph_sprite(
    text: str,
    room: int,
    high: int,
    size: int,
    weight: int,
    ink: Colour,
    align: str = "left",
    floor: int = 13,
    base: str = "",
) -> Image.Image:
    """A wrapped text in a box: narrower before smaller, then cut. `base`: see `visual_order`."""
    lines, fitted_size, width_axis = fit_lines(text, room, high, size, weight, floor)
    base = base or ("R" if align == "right" else "")
    line_height = round(fitted_size * LINE_HEIGHT_SHARE)
    image = Image.new("RGBA", (room, max(1, line_height * len(lines) + round(fitted_size * 0.3))), (*ink, 0))
    for i, line in enumerate(lines):
        line_image = text_sprite(keep_line_direction(line, text, base), fitted_size, weight, width_axis, ink, base)
        x = {"left": 0, "right": room - line_image.width, "middle": (room - line_image.width) // 2}[align]
        image.alpha_composite(line_image, (max(0, x), round(i * line_height)))
    return image
