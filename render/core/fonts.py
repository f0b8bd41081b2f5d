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
from .font_faces import BOLD, REGULAR, Face, draw_visual_text, has_glyphs, load_font, visual_text_width
from .look import Colour

WIDTHS: Final = (100, 88, 76, 66, 62)  # of the width axis, tried in this order before smaller sizes
ELLIPSIS: Final = "…"
_NUMBER: Final = re.compile(r"\s(\d{1,3})$")
BOX: Final = "□"  # stands for letters without a glyph
RELATIVES: Final = {"Ţ": "Ț", "ţ": "ț", "→": "-"}


@lru_cache(maxsize=4096)
def drawable_character(character: str) -> str:
    """A drawable character: itself, a look-alike, its base letter, a box, or nothing (emoji)."""
    if character.isspace():
        return " "
    relative = RELATIVES.get(character)
    if relative:
        return relative
    if character in UNSEEN or character == BOX or has_glyphs(character):
        return character
    base = "".join(c for c in unicodedata.normalize("NFKD", character) if has_glyphs(c) and c.isprintable())
    return base or (BOX if unicodedata.category(character).startswith("L") else "")


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
    number = _NUMBER.search(text)  # keeps the number: «Machine 1» and «Machine 2» must stay distinct
    tail = ELLIPSIS + (number[1] if number is not None and measure_text(ELLIPSIS + number[1], face) < room else "")
    cut = text[: number.start()] if len(tail) > 1 and number is not None else text
    while cut and measure_text(cut.rstrip() + tail, face) > room:
        cut = cut[:-1]
    return cut.rstrip() + tail, floor, WIDTHS[-1]


@cached_sprite
def text_sprite(text: str, size: int, weight: int, width: int, ink: Colour, base: str = "") -> Image.Image:
    """A line of text as a sprite without side margins, as high as the line. `base`: see `visual_order`."""
    face = load_font(size, weight, width)
    shown = visual_order(text, base)
    up, down = face.getmetrics()
    image = Image.new("RGBA", (max(1, round(visual_text_width(shown, face)) + 2), up + down), (*ink, 0))
    draw_visual_text(ImageDraw.Draw(image), (1, up), shown, face, (*ink, 255))
    return image


def capitals_middle(size: int, weight: int = REGULAR) -> float:
    """The distance from the top of a text sprite to the middle of its capitals."""
    face = load_font(size, weight)
    up, _ = face.getmetrics()
    box = face.getbbox("H", anchor="ls")
    return up + (box[1] + box[3]) / 2


def wrap_text(text: str, room: int, size: int, most: int, weight: int = REGULAR, width: int = 100) -> list[str] | None:
    """The text in at most `most` lines, broken between words; None if it does not fit."""
    face = load_font(size, weight, width)
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and measure_text(longer, face) <= room:
            found[-1] = longer
        else:
            if measure_text(word, face) > room:
                return None
            found.append(word)
    return found if len(found) <= most else None


def fit_lines(text: str, room: int, high: int, size: int, weight: int, floor: int = 13) -> tuple[list[str], int, int]:
    """(lines, size, width axis) of a text in a box: narrower before smaller, then cut."""
    for at in range(size, floor - 1, -1):
        most = max(1, int(high / (at * 1.24)))
        for wide in (100, 88, 76) if at == size else (76, 62):
            found = wrap_text(text, room, at, most, weight, wide)
            if found is not None:
                return found, at, wide
    most = max(1, int(high / (floor * 1.24)))
    words = text.split()
    while words:
        words.pop()
        found = wrap_text(" ".join(words) + "…", room, floor, most, weight, 62)
        if words and found is not None:
            return found, floor, 62
    shown, at, wide = fit_text(text, room, floor, weight, floor)
    return [shown], at, wide


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
    found, at, wide = fit_lines(text, room, high, size, weight, floor)
    base = base or ("R" if align == "right" else "")
    step = round(at * 1.24)
    image = Image.new("RGBA", (room, max(1, step * len(found) + round(at * 0.3))), (*ink, 0))
    for i, line in enumerate(found):
        words_image = text_sprite(keep_line_direction(line, text, base), at, weight, wide, ink, base)
        x = {"left": 0, "right": room - words_image.width, "middle": (room - words_image.width) // 2}[align]
        image.alpha_composite(words_image, (max(0, x), round(i * step)))
    return image


__all__ = [
    "BOLD",
    "BOX",
    "ELLIPSIS",
    "REGULAR",
    "WIDTHS",
    "capitals_middle",
    "drawable_character",
    "drawable_text",
    "fit_lines",
    "fit_text",
    "has_glyphs",
    "load_font",
    "measure_text",
    "paragraph_sprite",
    "text_sprite",
    "visual_order",
    "wrap_text",
]
