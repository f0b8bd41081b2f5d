"""The strip: one chip per seat in turn order, with colour, symbol, letter, name, points, supply and items.

Items are 12 px high where the picture is shown 400 px wide. Items without room are left out, the least important first;
the alternative text names them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from .cache import cached_sprite
from .fonts import BOLD, REGULAR, capitals_middle, drawable_text, fit_text, text_sprite
from .look import GOLD, GOLD_INK, SEAT_COLOURS, THEMES, Look, Theme, rgb
from .shapes import SMOOTH, draw_seat_symbol, panel_sprite, scale_down, star_points

HIGH: Final = 98
GAP: Final = 12
WIDEST: Final = 240
WIDEST_WITH_ITEMS: Final = 590
NARROW: Final = 220  # in a narrower chip the supply stands among the items
ROW: Final = 42  # height of a row of items, beneath name and points
ROWS: Final = 2
ITEM: Final = 36
DIGITS: Final = 33
NAME: Final = 33  # size of names, which are narrowed, then cut, never smaller
PITCH: Final = 25  # the least distance between figures in a row
FIGURE_PITCH: Final = 36  # figures with less room than this stand in two rows
LOSS: Final = rgb("#B4161C")
GAINED: Final = 34  # height of the gained points
FIGURE, NOW, THING, MINOR = range(4)  # priorities of items, highest first
Box: TypeAlias = tuple[int, int, int, int]
Icon: TypeAlias = Callable[[str, str, int], Image.Image]  # (item name, seat letter, height) -> sprite


@dataclass(frozen=True, slots=True)
class ChipItem:
    """An item of a seat: its icon's name and its count; a count of None is not shown."""

    name: str
    count: int | None = None
    weight: int = THING


@dataclass(frozen=True, slots=True)
class SeatChip:
    """The content of one chip."""

    name: str
    letter: str
    score: int
    supply: int | None  # figures in supply; None: not shown
    active: bool = False
    winner: bool = False
    items: tuple[ChipItem, ...] = ()
    gain: int = 0  # points since the reader last looked


@dataclass(frozen=True, slots=True)
class PlacedChip:
    """A drawn chip, and the boxes of its parts for tests that no parts overlap."""

    image: Image.Image
    boxes: dict[str, Box]


@cached_sprite
def seat_badge(letter: str, size: tuple[int, int], letters: int = 26) -> Image.Image:
    """The badge of a seat: colour, symbol, letter."""
    colour = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH), (*colour.fill, 0))
    draw = ImageDraw.Draw(big)
    box = (0, 0, big.width - 1, big.height - 1)
    draw.rounded_rectangle(box, 10 * SMOOTH, fill=(*colour.fill, 255), outline=(*colour.outline, 150), width=2 * SMOOTH)
    draw_seat_symbol(draw, colour.symbol, (big.width / 2, big.height * 0.31), size[0] * 0.3 * SMOOTH, colour.ink)
    image = scale_down(big, size)
    words = text_sprite(letter, letters, BOLD, 100, colour.ink)
    image.alpha_composite(
        words, (round((size[0] - words.width) / 2), round(size[1] * 0.75 - capitals_middle(letters, BOLD)))
    )
    return image


@cached_sprite
def seat_symbol_disc(letter: str, size: int) -> Image.Image:
    """The symbol of a seat on a disc of its colour."""
    c = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*c.fill, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse(
        (2, 2, big.width - 3, big.height - 3), fill=(*c.fill, 255), outline=(*c.outline, 255), width=2 * SMOOTH
    )
    draw_seat_symbol(draw, c.symbol, (big.width / 2, big.height / 2), size * 0.28 * SMOOTH, c.ink)
    return scale_down(big, (size, size))


@cached_sprite
def seat_sign_sprite(letter: str, size: int) -> Image.Image:
    """The symbol of a seat in its ink on a transparent ground."""
    c = SEAT_COLOURS[letter]
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*c.fill, 0))
    draw_seat_symbol(ImageDraw.Draw(big), c.symbol, (big.width / 2, big.height / 2), size * 0.43 * SMOOTH, c.ink)
    return scale_down(big, (size, size))


@cached_sprite
def _chip_item_sprite(item: ChipItem, letter: str, theme: Theme, icon: Icon) -> Image.Image:
    """An item: its icon with the count to the right."""
    sprite = icon(item.name, letter, ITEM)
    if item.count is None:
        return sprite
    shown, size, width = fit_text(str(item.count), 40, DIGITS, BOLD, DIGITS)
    number = text_sprite(shown, size, BOLD, width, THEMES[theme].ink)
    image = Image.new("RGBA", (sprite.width + 1 + number.width, ITEM), (0, 0, 0, 0))
    image.alpha_composite(sprite, (0, (ITEM - sprite.height) // 2))
    top = round(ITEM / 2 - capitals_middle(size, BOLD))
    image.alpha_composite(number.crop((0, max(0, -top), number.width, number.height)), (sprite.width + 1, max(0, top)))
    return image


@cached_sprite
def gained_points_sprite(points: int) -> Image.Image:
    """`+9` on gold: points since the reader last looked; a loss is red."""
    lost = points < 0
    words = text_sprite(
        f"\N{MINUS SIGN}{-points}" if lost else f"+{points}", DIGITS, BOLD, 76, (255, 255, 255) if lost else GOLD_INK
    )
    image = panel_sprite((words.width + 20, GAINED), GAINED // 2, LOSS if lost else GOLD, GOLD_INK, 2).copy()
    top = round(GAINED / 2 - capitals_middle(DIGITS, BOLD))
    image.alpha_composite(words.crop((0, max(0, -top), words.width, words.height)), (10, max(0, top)))
    return image


Row: TypeAlias = tuple[tuple[str, Image.Image, int], ...]  # (item name, sprite, x) of each item
LEFT, RIGHT, BETWEEN = 11, 7, 8


@cached_sprite
def _chip_item_rows(what: SeatChip, wide: int, theme: Theme, icon: Icon, most: int) -> tuple[Row, ...]:
    """The items in at most `most` rows, by priority, the supply first. Figures stand together, closer if they are many;
    items without room are left out."""
    most += _needs_two_figure_rows(what, wide)
    rows: list[list[tuple[str, Image.Image, int]]] = []
    ends: list[int] = []  # x at which each row is filled
    room = wide - LEFT - RIGHT
    for group in _group_chip_items(what, wide):
        sprites = [(item.name, _chip_item_sprite(item, what.letter, theme, icon)) for item in group]
        natural = [sprite.width + 3 for _, sprite in sprites[:-1]]
        last = sprites[-1][1].width
        free = [room - end for end in ends] + [room] * (most - len(ends))
        at = next((i for i, left in enumerate(free) if sum(natural) + last <= left), None)
        if at is None and len(group) > 1:
            at = next((i for i, left in enumerate(free) if PITCH * len(natural) + last <= left), None)
        if at is None and group[0].weight == NOW and group[0].count is not None:
            group = [replace(group[0], count=None)]  # an item held now is shown even without room for its count
            sprites = [(group[0].name, _chip_item_sprite(group[0], what.letter, theme, icon))]
            last = sprites[0][1].width
            at = next((i for i, left in enumerate(free) if last <= left), None)
        if at is None:
            continue
        if at == len(rows):
            rows.append([])
            ends.append(0)
        closer = min(1.0, (free[at] - last) / max(1, sum(natural)))
        x = LEFT + ends[at]
        for (name, sprite), step in zip(sprites, (*natural, last), strict=True):
            rows[at].append((name, sprite, x))
            x += int(step * closer) if step is not last else step
        ends[at] = x - LEFT + (BETWEEN if group[-1].count is not None else 5)
    return tuple(map(tuple, rows))


def _group_chip_items(what: SeatChip, wide: int) -> list[list[ChipItem]]:
    """The items in the order in which they get room, figures in one or two groups."""
    items = sorted(what.items, key=lambda item: (item.weight, item.weight == NOW and item.count is None))
    figures = [item for item in items if item.weight == FIGURE]
    half = -(-len(figures) // 2) if _needs_two_figure_rows(what, wide) else len(figures)
    groups = [some for some in (figures[:half], figures[half:]) if some]
    if _supply_below(what, wide):
        groups.insert(0, [ChipItem("", what.supply)])
    return [*groups, *([item] for item in items if item.weight != FIGURE)]


def _needs_two_figure_rows(what: SeatChip, wide: int) -> bool:
    """Whether the figures are too many for one row."""
    figures = sum(item.weight == FIGURE for item in what.items)
    return figures * FIGURE_PITCH > wide - LEFT - RIGHT


def _supply_below(what: SeatChip, wide: int) -> bool:
    return what.supply is not None and (wide < NARROW or bool(what.items))


def compute_chip_width(count: int, room: int, items: bool) -> int:
    """The width of each of `count` chips side by side in `room` pixels."""
    return min(WIDEST_WITH_ITEMS if items else WIDEST, (room - GAP * (count - 1)) // count)


def compute_strip_height(
    chips: Sequence[SeatChip], look: Look, room: int, icon: Icon, rows: int = ROWS, across: int = 0
) -> int:
    """The height of the strip. `room`: its width; `rows`: most rows of items; `across`: chips per line, 0: all."""
    beside = across or len(chips)
    wide = compute_chip_width(beside, room, bool(across) or any(what.items for what in chips))
    one = _common_chip_height(chips, wide, look.theme, icon, rows)
    lines = -(-len(chips) // beside)
    return lines * one + (lines - 1) * GAP


def highest_chip_height(
    views: Sequence[Sequence[SeatChip]], look: Look, wide: int, icon: Icon, rows: int = ROWS, across: int = 0
) -> int:
    """The height of a chip that fits all chips of a game in a strip `wide` pixels wide. `views`: the chips at the
    beginning and at the end of the game."""
    items = any(what.items for chips in views for what in chips)
    room = HIGH + (rows * ROW + 4 if items else 0)
    beside = across or len(views[0])
    each = compute_chip_width(beside, wide, bool(across) or items)
    return max(room, *(_common_chip_height(chips, each, look.theme, icon, rows) for chips in views))


def _common_chip_height(chips: Sequence[SeatChip], wide: int, theme: Theme, icon: Icon, rows: int) -> int:
    used = max(len(_chip_item_rows(what, wide, theme, icon, rows)) for what in chips)
    return HIGH + used * ROW + (4 if used else 0)


@cached_sprite
def chip_sprite(
    what: SeatChip, wide: int, theme: Theme, mirrored: bool, icon: Icon, high: int = HIGH, rows: int = ROWS
) -> PlacedChip:
    """One chip with the box of each of its parts."""
    shades = THEMES[theme]
    frame = shades.accent if what.active or what.winner else shades.line
    image = panel_sprite((wide, high), 14, shades.panel, frame, 5 if what.active or what.winner else 2).copy()
    boxes: dict[str, Box] = {}

    def lay(part: str, sprite: Image.Image, x: int, y: int) -> None:
        if mirrored:
            x = wide - x - sprite.width
        image.alpha_composite(sprite, (x, y))
        ink = sprite.getbbox() or (0, 0, 0, 0)
        boxes[part] = (x + ink[0], y + ink[1], x + ink[2], y + ink[3])

    block = 48 if wide >= 200 else 42
    lay("badge", seat_badge(what.letter, (block, HIGH - 20)), 10, 10)
    left = 10 + block + 9
    right = wide - 10
    crown = 24 if what.winner else 0
    if crown:
        lay("crown", _winner_star(), right - 22, 14)
    below = _supply_below(what, wide)
    if what.gain:  # beside the points or the name, where there is more room
        sprite = gained_points_sprite(what.gain)
        lay("gain", sprite, right - sprite.width - (0 if below else crown), (69 if below else 29) - sprite.height // 2)
        crown += 0 if below else sprite.width + 2
    shown, size, width = fit_text(
        drawable_text(what.name) or what.letter, right - left - crown - 2, NAME, REGULAR, NAME
    )
    lay("name", text_sprite(shown, size, REGULAR, width, shades.ink), left, round(29 - capitals_middle(size)))
    if what.supply is not None and not below:
        count = text_sprite(str(what.supply), DIGITS, BOLD, 88, shades.ink)
        lay("count", count, right - count.width, round(69 - capitals_middle(DIGITS, BOLD)))
        right -= count.width + 1
        sprite = icon("", what.letter, ITEM)
        lay("icon", sprite, right - sprite.width + 3, round(69 - sprite.height / 2))
        right -= sprite.width - 1
    elif what.gain:
        right -= gained_points_sprite(what.gain).width + 2
    shown, size, width = fit_text(str(what.score), right - left - 2, 42, BOLD, 27)
    lay("score", text_sprite(shown, size, BOLD, width, shades.ink), left, round(69 - capitals_middle(size, BOLD)))
    for i, row in enumerate(_chip_item_rows(what, wide, theme, icon, rows)):
        for name, sprite, x in row:
            part = name or "supply"
            lay(part, sprite, x, HIGH + i * ROW - 2 + (ROW - sprite.height) // 2)
    return PlacedChip(image, boxes)


def _winner_star() -> Image.Image:
    """The star of a winner."""
    big = Image.new("RGBA", (22 * SMOOTH, 22 * SMOOTH), (*GOLD, 0))
    ImageDraw.Draw(big).polygon(star_points((11 * SMOOTH, 11.5 * SMOOTH), 11 * SMOOTH, 5 * SMOOTH), fill=(*GOLD, 255))
    return scale_down(big, (22, 22))


def draw_chip_strip(
    canvas: Image.Image,
    look: Look,
    chips: Sequence[SeatChip],
    icon: Icon,
    box: Box,
    rows: int = ROWS,
    across: int = 0,
    high: int = 0,
) -> list[tuple[str, Box]]:
    """Draws the chips into the box, `across` in a line (0: all); returns the boxes of their parts. `high`: the height
    of a chip, 0: the height that its content needs."""
    left, top, right, _ = box
    beside = across or len(chips)
    wide = compute_chip_width(beside, right - left, bool(across) or any(what.items for what in chips))
    high = high or _common_chip_height(chips, wide, look.theme, icon, rows)
    found = []
    for i, what in enumerate(chips):
        column, y = i % beside, top + i // beside * (high + GAP)
        x = right - (column + 1) * wide - column * GAP if look.mirrored else left + column * (wide + GAP)
        placed = chip_sprite(what, wide, look.theme, look.mirrored, icon, high, rows)
        canvas.paste(placed.image, (x, y), placed.image)
        found += [(f"{i}.{part}", (b[0] + x, b[1] + y, b[2] + x, b[3] + y)) for part, b in placed.boxes.items()]
    return found
