"""The strip on top: one chip per seat in turn order: colour, symbol, letter, name, points, supply, what else it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from .cache import shared
from .fonts import BOLD, REGULAR, fit, label, middle, plain
from .kit import SMOOTH, panel, reduced, star, symbol
from .look import GOLD, SEAT_COLOURS, THEMES, Look, Theme

HIGH: Final = 98
GAP: Final = 12
WIDEST: Final = 240
WIDEST_WITH_ITEMS: Final = 390
ROW: Final = 36  # of items beneath name and points
ITEM: Final = 30
Box: TypeAlias = tuple[int, int, int, int]
Icon: TypeAlias = Callable[[str, str, int], Image.Image]  # name of a thing, letter of a seat, height


@dataclass(frozen=True, slots=True)
class Item:
    """Something a seat has: the name of its icon, how many; None: the icon says it all."""

    name: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Chip:
    """What one chip says."""

    name: str
    letter: str
    score: int
    supply: int | None  # how many figures are left; None: not shown
    active: bool = False
    winner: bool = False
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawn chip and the boxes of its texts and icons, for the test that nothing touches."""

    image: Image.Image
    boxes: dict[str, Box]


@shared
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


@shared
def mini_seat(letter: str, size: int) -> Image.Image:
    """The symbol of a seat on a disc of its colour."""
    c = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*c.fill, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse(
        (2, 2, big.width - 3, big.height - 3), fill=(*c.fill, 255), outline=(*c.outline, 255), width=2 * SMOOTH
    )
    symbol(draw, c.symbol, (big.width / 2, big.height / 2), size * 0.28 * SMOOTH, c.ink)
    return reduced(big, (size, size))


@shared
def sign_of(letter: str, size: int) -> Image.Image:
    """The symbol of a seat in its ink, without a ground."""
    c = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*c.fill, 0))
    symbol(ImageDraw.Draw(big), c.symbol, (big.width / 2, big.height / 2), size * 0.43 * SMOOTH, c.ink)
    return reduced(big, (size, size))


@shared
def _drawn(item: Item, letter: str, theme: Theme, icon: Icon) -> Image.Image:
    """An item: its icon, its number to the right."""
    sprite = icon(item.name, letter, ITEM)
    if item.count is None:
        return sprite
    shown, size, width = fit(str(item.count), 34, 27, BOLD, 20)
    number = label(shown, size, BOLD, width, THEMES[theme].ink)
    image = Image.new("RGBA", (sprite.width + 2 + number.width, ITEM), (0, 0, 0, 0))
    image.alpha_composite(sprite, (0, (ITEM - sprite.height) // 2))
    top = round(ITEM / 2 - middle(size, BOLD))
    image.alpha_composite(number.crop((0, max(0, -top), number.width, number.height)), (sprite.width + 2, max(0, top)))
    return image


def _rows(what: Chip, wide: int, theme: Theme, icon: Icon) -> list[list[tuple[Item, Image.Image, int]]]:
    """The items in rows that fit the chip: each with its picture and how far it stands from the edge."""
    rows: list[list[tuple[Item, Image.Image, int]]] = []
    x = wide
    for item in what.items:
        sprite = _drawn(item, what.letter, theme, icon)
        if not rows or x + sprite.width > wide - 7:
            rows.append([])
            x = 11
        rows[-1].append((item, sprite, x))
        x += sprite.width + (4 if item.count is None else 8)
    return rows


def width_of(count: int, room: int, items: bool) -> int:
    """How wide each of so many chips is."""
    return min(WIDEST_WITH_ITEMS if items else WIDEST, (room - GAP * (count - 1)) // count)


def height(chips: Sequence[Chip], look: Look, room: int, icon: Icon) -> int:
    """How high the strip is in that room."""
    wide = width_of(len(chips), room, any(what.items for what in chips))
    rows = max(len(_rows(what, wide, look.theme, icon)) for what in chips)
    return HIGH + rows * ROW + (6 if rows else 0)


@shared
def chip(what: Chip, wide: int, theme: Theme, mirrored: bool, icon: Icon, high: int = HIGH) -> Placed:
    """One chip. Its parts each have a box of their own."""
    shades = THEMES[theme]
    frame = shades.accent if what.active or what.winner else shades.line
    image = panel((wide, high), 14, shades.panel, frame, 5 if what.active or what.winner else 2).copy()
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
        sprite = icon("", what.letter, 32)
        lay("icon", sprite, right - sprite.width + 3, round(69 - sprite.height / 2))
        right -= sprite.width - 1
    shown, size, width = fit(str(what.score), right - left - 2, 42, BOLD, 27)
    lay("score", label(shown, size, BOLD, width, shades.ink), left, round(69 - middle(size, BOLD)))
    for i, row in enumerate(_rows(what, wide, theme, icon)):
        for item, sprite, x in row:
            lay(item.name, sprite, x, HIGH + i * ROW - 2 + (ROW - sprite.height) // 2)
    return Placed(image, boxes)


def strip(canvas: Image.Image, look: Look, chips: Sequence[Chip], icon: Icon, box: Box) -> list[tuple[str, Box]]:
    """Draw the chips side by side into the box; returns the boxes of their parts."""
    left, top, right, bottom = box
    wide = width_of(len(chips), right - left, any(what.items for what in chips))
    found = []
    for i, what in enumerate(chips):
        x = right - (i + 1) * wide - i * GAP if look.mirrored else left + i * (wide + GAP)
        placed = chip(what, wide, look.theme, look.mirrored, icon, bottom - top)
        canvas.paste(placed.image, (x, top), placed.image)
        found += [(f"{i}.{part}", (b[0] + x, b[1] + top, b[2] + x, b[3] + top)) for part, b in placed.boxes.items()]
    return found
