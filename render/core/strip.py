"""The strip on top: one chip per seat in turn order, with colour, symbol, letter, name, points and supply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from .fonts import BOLD, REGULAR, fit, label, middle, plain
from .kit import SMOOTH, panel, reduced, star, symbol
from .look import GOLD, SEAT_COLOURS, THEMES, Look, Theme

HIGH: Final = 98
GAP: Final = 12
WIDEST: Final = 240
Box: TypeAlias = tuple[int, int, int, int]
Icon: TypeAlias = Callable[[str, int], Image.Image]  # letter of a seat, height


@dataclass(frozen=True, slots=True)
class Chip:
    """What one chip says."""

    name: str
    letter: str
    score: int
    supply: int | None  # how many figures are left; None: not shown
    active: bool = False
    winner: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawn chip and the boxes of its texts and icons, for the test that nothing touches."""

    image: Image.Image
    boxes: dict[str, Box]


@lru_cache(maxsize=64)
def badge(letter: str, size: tuple[int, int]) -> Image.Image:
    """The block of a seat: colour, symbol, letter."""
    colour = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH), (*colour.fill, 0))
    draw = ImageDraw.Draw(big)
    box = (0, 0, big.width - 1, big.height - 1)
    draw.rounded_rectangle(box, 10 * SMOOTH, fill=(*colour.fill, 255), outline=(*colour.outline, 150), width=2 * SMOOTH)
    symbol(draw, colour.symbol, (big.width / 2, big.height * 0.31), size[0] * 0.3 * SMOOTH, colour.ink)
    image = reduced(big, size)
    words = label(letter, 26, BOLD, 100, colour.ink)
    image.alpha_composite(words, (round((size[0] - words.width) / 2), round(size[1] * 0.75 - middle(26, BOLD))))
    return image


@lru_cache(maxsize=256)
def chip(what: Chip, wide: int, theme: Theme, mirrored: bool, icon: Icon) -> Placed:
    """One chip. Its parts each have a box of their own."""
    shades = THEMES[theme]
    frame = shades.accent if what.active or what.winner else shades.line
    image = panel((wide, HIGH), 14, shades.panel, frame, 5 if what.active or what.winner else 2).copy()
    boxes: dict[str, Box] = {}

    def lay(part: str, sprite: Image.Image, x: int, y: int) -> None:
        if mirrored:
            x = wide - x - sprite.width
        image.alpha_composite(sprite, (x, y))
        ink = sprite.getbbox() or (0, 0, 0, 0)
        boxes[part] = (x + ink[0], y + ink[1], x + ink[2], y + ink[3])

    block = 48 if wide >= 200 else 42
    lay("badge", badge(what.letter, (block, HIGH - 20)), 10, 10)
    left = 10 + block + 9
    right = wide - 10
    crown = 24 if what.winner else 0
    if crown:
        big = Image.new("RGBA", (22 * SMOOTH, 22 * SMOOTH), (*GOLD, 0))
        ImageDraw.Draw(big).polygon(star((11 * SMOOTH, 11.5 * SMOOTH), 11 * SMOOTH, 5 * SMOOTH), fill=(*GOLD, 255))
        lay("crown", reduced(big, (22, 22)), right - 22, 14)
    shown, size, width = fit(plain(what.name) or what.letter, right - left - crown - 2, 32, REGULAR, 20)
    name = label(shown, size, REGULAR, width, shades.ink)
    lay("name", name, left, round(29 - middle(size)))
    if what.supply is not None:
        count = label(str(what.supply), 30, BOLD, 88, shades.ink)
        lay("count", count, right - count.width, round(69 - middle(30, BOLD)))
        right -= count.width + 1
        sprite = icon(what.letter, 32)
        lay("icon", sprite, right - sprite.width + 3, round(69 - sprite.height / 2))
        right -= sprite.width - 1
    shown, size, width = fit(str(what.score), right - left - 2, 42, BOLD, 27)
    lay("score", label(shown, size, BOLD, width, shades.ink), left, round(69 - middle(size, BOLD)))
    return Placed(image, boxes)


def strip(canvas: Image.Image, look: Look, chips: Sequence[Chip], icon: Icon, box: Box) -> list[tuple[str, Box]]:
    """Draw the chips side by side into the box; returns the boxes of their parts."""
    left, top, right, _ = box
    count = len(chips)
    wide = min(WIDEST, (right - left - GAP * (count - 1)) // count)
    found = []
    for i, what in enumerate(chips):
        x = right - (i + 1) * wide - i * GAP if look.mirrored else left + i * (wide + GAP)
        placed = chip(what, wide, look.theme, look.mirrored, icon)
        canvas.paste(placed.image, (x, top), placed.image)
        found += [(f"{i}.{part}", (b[0] + x, b[1] + top, b[2] + x, b[3] + top)) for part, b in placed.boxes.items()]
    return found
