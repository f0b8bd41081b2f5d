"""Letters: one variable font with Latin, Romanian and Hebrew, visual order, fitting."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from .cache import shared
from .faces import BOLD, REGULAR, Face, font, has_glyphs, length, write
from .look import Colour
from .visual import UNSEEN, within
from .visual import visual as ordered

WIDTHS: Final = (100, 88, 76, 66, 62)  # of the width axis, tried in this order before the size shrinks
ELLIPSIS: Final = "…"
_NUMBER: Final = re.compile(r"\s(\d{1,3})$")
BOX: Final = "□"  # the font draws it for whatever it lacks
RELATIVES: Final = {"Ţ": "Ț", "ţ": "ț", "→": "-"}


@lru_cache(maxsize=4096)
def drawable(character: str) -> str:
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


def plain(text: str) -> str:
    """The text without what the font lacks."""
    return " ".join("".join(map(drawable, unicodedata.normalize("NFC", text))).split())


def visual(text: str, base: str = "") -> str:
    """The text in visual order: Hebrew runs are turned round, everything else stays. `base`: L or R, the direction of
    a sentence in which names of the other stand; empty: that of its first letter."""
    return ordered("".join(map(drawable, text)), base)


def measure(text: str, face: Face) -> float:
    """The width of a text as it is drawn."""
    return length(visual(text), face)


@lru_cache(maxsize=2048)
def fit(text: str, room: int, size: int, weight: int = REGULAR, floor: int = 13) -> tuple[str, int, int]:
    """Text, size and width axis that fit into the room: first narrower, then smaller, then cut with an ellipsis."""
    for width in WIDTHS:
        if measure(text, font(size, weight, width)) <= room:
            return text, size, width
    for smaller in range(size - 1, floor - 1, -1):
        if measure(text, font(smaller, weight, WIDTHS[-1])) <= room:
            return text, smaller, WIDTHS[-1]
    face = font(floor, weight, WIDTHS[-1])
    number = _NUMBER.search(text)  # «Machine 1» and «Machine 2» stay two
    tail = ELLIPSIS + (number[1] if number is not None and measure(ELLIPSIS + number[1], face) < room else "")
    cut = text[: number.start()] if len(tail) > 1 and number is not None else text
    while cut and measure(cut.rstrip() + tail, face) > room:
        cut = cut[:-1]
    return cut.rstrip() + tail, floor, WIDTHS[-1]


@shared
def label(text: str, size: int, weight: int, width: int, ink: Colour, base: str = "") -> Image.Image:
    """A text as a sprite without margins left and right, as high as the line. `base`: see `visual`."""
    face = font(size, weight, width)
    shown = visual(text, base)
    up, down = face.getmetrics()
    image = Image.new("RGBA", (max(1, round(length(shown, face)) + 2), up + down), (*ink, 0))
    write(ImageDraw.Draw(image), (1, up), shown, face, (*ink, 255))
    return image


def middle(size: int, weight: int = REGULAR) -> float:
    """How far below the top of a label the middle of its capitals lies."""
    face = font(size, weight)
    up, _ = face.getmetrics()
    box = face.getbbox("H", anchor="ls")
    return up + (box[1] + box[3]) / 2


def lines(text: str, room: int, size: int, most: int, weight: int = REGULAR, width: int = 100) -> list[str] | None:
    """The text in at most so many lines, broken between words; None if it does not fit."""
    face = font(size, weight, width)
    found: list[str] = []
    for word in text.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and measure(longer, face) <= room:
            found[-1] = longer
        else:
            if measure(word, face) > room:
                return None
            found.append(word)
    return found if len(found) <= most else None


def broken(text: str, room: int, high: int, size: int, weight: int, floor: int = 13) -> tuple[list[str], int, int]:
    """Lines, size and width axis of a text in a box: narrower before smaller; what is still too long is cut."""
    for at in range(size, floor - 1, -1):
        most = max(1, int(high / (at * 1.24)))
        for wide in (100, 88, 76) if at == size else (76, 62):
            found = lines(text, room, at, most, weight, wide)
            if found is not None:
                return found, at, wide
    most = max(1, int(high / (floor * 1.24)))
    words = text.split()
    while words:
        words.pop()
        found = lines(" ".join(words) + "…", room, floor, most, weight, 62)
        if words and found is not None:
            return found, floor, 62
    shown, at, wide = fit(text, room, floor, weight, floor)
    return [shown], at, wide


@shared
def paragraph(
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
    found, at, wide = broken(text, room, high, size, weight, floor)
    base = base or ("R" if align == "right" else "")
    step = round(at * 1.24)
    image = Image.new("RGBA", (room, max(1, step * len(found) + round(at * 0.3))), (*ink, 0))
    for i, line in enumerate(found):
        words_image = label(within(line, text, base), at, weight, wide, ink, base)
        x = {"left": 0, "right": room - words_image.width, "middle": (room - words_image.width) // 2}[align]
        image.alpha_composite(words_image, (max(0, x), round(i * step)))
    return image


__all__ = [
    "BOLD",
    "BOX",
    "ELLIPSIS",
    "REGULAR",
    "WIDTHS",
    "broken",
    "drawable",
    "fit",
    "font",
    "has_glyphs",
    "label",
    "lines",
    "measure",
    "middle",
    "paragraph",
    "plain",
    "visual",
]
