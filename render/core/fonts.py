"""Letters: one variable font with Latin, Romanian and Hebrew, visual order, fitting."""

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

WIDTHS: Final = (100, 88, 76, 66, 62)  # of the width axis, tried in this order before the size shrinks
ELLIPSIS: Final = "…"
_NUMBER: Final = re.compile(r"\s(\d{1,3})$")
BOX: Final = "□"  # the font draws it for whatever it lacks
RELATIVES: Final = {"Ţ": "Ț", "ţ": "ț", "→": "-"}


@lru_cache(maxsize=4096)
def drawable_character(character: str) -> str:
    """A character as the font can draw it: itself, a relative, its base letter, a box for a letter of a script that
    none of ours has, or nothing (as with emoji)."""
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
    """The text without what the font lacks."""
    return " ".join("".join(map(drawable_character, unicodedata.normalize("NFC", text))).split())


def visual_order(text: str, base: str = "") -> str:
    """The text in visual order: Hebrew runs are turned round, everything else stays. `base`: L or R, the direction of
    a sentence in which names of the other stand; empty: that of its first letter."""
    return ordered("".join(map(drawable_character, text)), base)


def measure_text(text: str, face: Face) -> float:
    """The width of a text as it is drawn."""
    return visual_text_width(visual_order(text), face)


@lru_cache(maxsize=2048)
def fit_text(text: str, room: int, size: int, weight: int = REGULAR, floor: int = 13) -> tuple[str, int, int]:
    """Text, size and width axis that fit into the room: first narrower, then smaller, then cut with an ellipsis."""
    for width in WIDTHS:
        if measure_text(text, load_font(size, weight, width)) <= room:
            return text, size, width
    for smaller in range(size - 1, floor - 1, -1):
        if measure_text(text, load_font(smaller, weight, WIDTHS[-1])) <= room:
            return text, smaller, WIDTHS[-1]
    face = load_font(floor, weight, WIDTHS[-1])
    number = _NUMBER.search(text)  # «Machine 1» and «Machine 2» stay two
    tail = ELLIPSIS + (number[1] if number is not None and measure_text(ELLIPSIS + number[1], face) < room else "")
    cut = text[: number.start()] if len(tail) > 1 and number is not None else text
    while cut and measure_text(cut.rstrip() + tail, face) > room:
        cut = cut[:-1]
    return cut.rstrip() + tail, floor, WIDTHS[-1]


@cached_sprite
def text_sprite(text: str, size: int, weight: int, width: int, ink: Colour, base: str = "") -> Image.Image:
    """A text as a sprite without margins left and right, as high as the line. `base`: see `visual`."""
    face = load_font(size, weight, width)
    shown = visual_order(text, base)
    up, down = face.getmetrics()
    image = Image.new("RGBA", (max(1, round(visual_text_width(shown, face)) + 2), up + down), (*ink, 0))
    draw_visual_text(ImageDraw.Draw(image), (1, up), shown, face, (*ink, 255))
    return image


def capitals_middle(size: int, weight: int = REGULAR) -> float:
    """How far below the top of a label the middle of its capitals lies."""
    face = load_font(size, weight)
    up, _ = face.getmetrics()
    box = face.getbbox("H", anchor="ls")
    return up + (box[1] + box[3]) / 2


def wrap_text(text: str, room: int, size: int, most: int, weight: int = REGULAR, width: int = 100) -> list[str] | None:
    """The text in at most so many lines, broken between words; None if it does not fit."""
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
    """Lines, size and width axis of a text in a box: narrower before smaller; what is still too long is cut."""
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
    """A text in lines within a box: narrower before smaller; what is still too long is cut. `base`: see `visual`; that
    of what stands on the right is R."""
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
