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
from .fonts import BOLD, REGULAR, capitals_middle, drawable_text, fitted_text_sprite, text_sprite
from .look import GOLD, GOLD_INK, SEAT_COLOURS, THEMES, Look, Theme, rgb
from .sentences import format_number
from .shapes import SMOOTH, draw_seat_symbol, panel_sprite, scale_down, star_points

HIGH: Final = 98
GAP: Final = 12
WIDEST_PX: Final = 240
WIDEST_WITH_ITEMS_PX: Final = 590
NARROW_CHIP_PX: Final = 220  # in a narrower chip the supply stands among the items
ROW: Final = 42  # height of a row of items, beneath name and points
ROWS: Final = 2
ITEM: Final = 36
DIGITS: Final = 33
NAME_FONT_PX: Final = 33  # size of names, which are narrowed, then cut, never smaller
LEAST_STEP_PX: Final = 25  # the least distance between figures in a row
TWO_ROW_FIGURE_STEP_PX: Final = 36  # figures with less room than this stand in two rows
LOSS: Final = rgb("#B4161C")
GAIN_PX: Final = 34  # height of the gained points
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
def seat_badge(letter: str, size: tuple[int, int], letter_size: int = 26) -> Image.Image:
    """The badge of a seat: colour, symbol, letter."""
    colour = SEAT_COLOURS[letter]
    canvas = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH), (*colour.fill, 0))
    draw = ImageDraw.Draw(canvas)
    box = (0, 0, canvas.width - 1, canvas.height - 1)
    draw.rounded_rectangle(box, 10 * SMOOTH, fill=(*colour.fill, 255), outline=(*colour.outline, 150), width=2 * SMOOTH)
    draw_seat_symbol(draw, colour.symbol, (canvas.width / 2, canvas.height * 0.31), size[0] * 0.3 * SMOOTH, colour.ink)
    image = scale_down(canvas, size)
    letter_image = text_sprite(letter, letter_size, BOLD, 100, colour.ink)
    x, y = (size[0] - letter_image.width) / 2, size[1] * 0.75 - capitals_middle(letter_size, BOLD)
    image.alpha_composite(letter_image, (round(x), round(y)))
    return image


@cached_sprite
def seat_symbol_disc(letter: str, size: int) -> Image.Image:
    """The symbol of a seat on a disc of its colour."""
    colour = SEAT_COLOURS[letter]
    canvas = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*colour.fill, 0))
    draw = ImageDraw.Draw(canvas)
    box = (2, 2, canvas.width - 3, canvas.height - 3)
    draw.ellipse(box, fill=(*colour.fill, 255), outline=(*colour.outline, 255), width=2 * SMOOTH)
    draw_seat_symbol(draw, colour.symbol, (canvas.width / 2, canvas.height / 2), size * 0.28 * SMOOTH, colour.ink)
    return scale_down(canvas, (size, size))


@cached_sprite
def seat_sign_sprite(letter: str, size: int) -> Image.Image:
    """The symbol of a seat in its ink on a transparent ground."""
    colour = SEAT_COLOURS[letter]
    canvas = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*colour.fill, 0))
    middle = (canvas.width / 2, canvas.height / 2)
    draw_seat_symbol(ImageDraw.Draw(canvas), colour.symbol, middle, size * 0.43 * SMOOTH, colour.ink)
    return scale_down(canvas, (size, size))


@cached_sprite
def _chip_item_sprite(item: ChipItem, letter: str, theme: Theme, icon: Icon) -> Image.Image:
    """An item: its icon with the count to the right."""
    sprite = icon(item.name, letter, ITEM)
    if item.count is None:
        return sprite
    number, size = fitted_text_sprite(str(item.count), 40, DIGITS, THEMES[theme].ink, BOLD, DIGITS)
    image = Image.new("RGBA", (sprite.width + 1 + number.width, ITEM), (0, 0, 0, 0))
    image.alpha_composite(sprite, (0, (ITEM - sprite.height) // 2))
    top = round(ITEM / 2 - capitals_middle(size, BOLD))
    image.alpha_composite(number.crop((0, max(0, -top), number.width, number.height)), (sprite.width + 1, max(0, top)))
    return image


@cached_sprite
def gained_points_sprite(points: int) -> Image.Image:
    """`+9` on gold: points since the reader last looked; a loss is red."""
    fill, ink = (LOSS, (255, 255, 255)) if points < 0 else (GOLD, GOLD_INK)
    text_image = text_sprite(format_number(points, sign=True), DIGITS, BOLD, 76, ink)
    image = panel_sprite((text_image.width + 20, GAIN_PX), GAIN_PX // 2, fill, GOLD_INK, 2).copy()
    top = round(GAIN_PX / 2 - capitals_middle(DIGITS, BOLD))
    image.alpha_composite(text_image.crop((0, max(0, -top), text_image.width, text_image.height)), (10, max(0, top)))
    return image


Row: TypeAlias = tuple[tuple[str, Image.Image, int], ...]  # (item name, sprite, x) of each item
ITEMS_LEFT_PX, ITEMS_RIGHT_PX, ITEM_GAP_PX = 11, 7, 8


@cached_sprite
def _chip_item_rows(chip: SeatChip, wide: int, theme: Theme, icon: Icon, most_rows: int) -> tuple[Row, ...]:
    """The items in at most `most_rows` rows, by priority, the supply first. Figures stand together, closer if they are
    many; items without room are left out."""
    most_rows += _needs_two_figure_rows(chip, wide)
    rows: list[list[tuple[str, Image.Image, int]]] = []
    row_ends: list[int] = []  # x at which each row is filled
    room = wide - ITEMS_LEFT_PX - ITEMS_RIGHT_PX
    for group in _group_chip_items(chip, wide):
        sprites = [(item.name, _chip_item_sprite(item, chip.letter, theme, icon)) for item in group]
        steps = [sprite.width + 3 for _, sprite in sprites[:-1]]
        last_width = sprites[-1][1].width
        free_widths = [room - end for end in row_ends] + [room] * (most_rows - len(row_ends))
        row = _first_with_room(free_widths, sum(steps) + last_width)
        if row is None and len(group) > 1:
            row = _first_with_room(free_widths, LEAST_STEP_PX * len(steps) + last_width)
        if row is None and group[0].weight == NOW and group[0].count is not None:
            group = [replace(group[0], count=None)]  # an item held now is shown even without room for its count
            sprites = [(group[0].name, _chip_item_sprite(group[0], chip.letter, theme, icon))]
            last_width = sprites[0][1].width
            row = _first_with_room(free_widths, last_width)
        if row is None:
            continue
        if row == len(rows):
            rows.append([])
            row_ends.append(0)
        squeeze = min(1.0, (free_widths[row] - last_width) / max(1, sum(steps)))
        x = ITEMS_LEFT_PX + row_ends[row]
        for (name, sprite), step in zip(sprites, (*steps, last_width), strict=True):
            rows[row].append((name, sprite, x))
            x += int(step * squeeze) if step != last_width else step
        row_ends[row] = x - ITEMS_LEFT_PX + (ITEM_GAP_PX if group[-1].count is not None else 5)
    return tuple(map(tuple, rows))


def _first_with_room(free_widths: Sequence[int], width: int) -> int | None:
    """The index of the first row with room for that width."""
    return next((row for row, free_width in enumerate(free_widths) if width <= free_width), None)


def _group_chip_items(chip: SeatChip, wide: int) -> list[list[ChipItem]]:
    """The items in the order in which they get room, figures in one or two groups."""
    items = sorted(chip.items, key=lambda item: (item.weight, item.weight == NOW and item.count is None))
    figures = [item for item in items if item.weight == FIGURE]
    first_row_count = -(-len(figures) // 2) if _needs_two_figure_rows(chip, wide) else len(figures)
    groups = [group for group in (figures[:first_row_count], figures[first_row_count:]) if group]
    if _supply_below(chip, wide):
        groups.insert(0, [ChipItem("", chip.supply)])
    return [*groups, *([item] for item in items if item.weight != FIGURE)]


def _needs_two_figure_rows(chip: SeatChip, wide: int) -> bool:
    """Whether the figures are too many for one row."""
    figures = sum(item.weight == FIGURE for item in chip.items)
    return figures * TWO_ROW_FIGURE_STEP_PX > wide - ITEMS_LEFT_PX - ITEMS_RIGHT_PX


def _supply_below(chip: SeatChip, wide: int) -> bool:
    return chip.supply is not None and (wide < NARROW_CHIP_PX or bool(chip.items))


def compute_chip_width(count: int, room: int, items: bool) -> int:
    """The width of each of `count` chips side by side in `room` pixels."""
    return min(WIDEST_WITH_ITEMS_PX if items else WIDEST_PX, (room - GAP * (count - 1)) // count)


def compute_strip_height(
    chips: Sequence[SeatChip], look: Look, room: int, icon: Icon, rows: int = ROWS, across: int = 0
) -> int:
    """The height of the strip. `room`: its width; `rows`: most rows of items; `across`: chips per line, 0: all."""
    chips_per_line = across or len(chips)
    chip_width = compute_chip_width(chips_per_line, room, bool(across) or any(chip.items for chip in chips))
    chip_height = _common_chip_height(chips, chip_width, look.theme, icon, rows)
    lines = -(-len(chips) // chips_per_line)
    return lines * chip_height + (lines - 1) * GAP


def highest_chip_height(
    views: Sequence[Sequence[SeatChip]], look: Look, wide: int, icon: Icon, rows: int = ROWS, across: int = 0
) -> int:
    """The height of a chip that fits all chips of a game in a strip `wide` pixels wide. `views`: the chips at the
    beginning and at the end of the game."""
    has_items = any(chip.items for chips in views for chip in chips)
    full_height = HIGH + (rows * ROW + 4 if has_items else 0)
    chips_per_line = across or len(views[0])
    chip_width = compute_chip_width(chips_per_line, wide, bool(across) or has_items)
    return max(full_height, *(_common_chip_height(chips, chip_width, look.theme, icon, rows) for chips in views))


def _common_chip_height(chips: Sequence[SeatChip], wide: int, theme: Theme, icon: Icon, rows: int) -> int:
    row_count = max(len(_chip_item_rows(chip, wide, theme, icon, rows)) for chip in chips)
    return HIGH + row_count * ROW + (4 if row_count else 0)


@cached_sprite
def chip_sprite(
    chip: SeatChip, wide: int, theme: Theme, mirrored: bool, icon: Icon, high: int = HIGH, rows: int = ROWS
) -> PlacedChip:
    """One chip with the box of each of its parts."""
    shades = THEMES[theme]
    frame = shades.accent if chip.active or chip.winner else shades.line
    image = panel_sprite((wide, high), 14, shades.panel, frame, 5 if chip.active or chip.winner else 2).copy()
    boxes: dict[str, Box] = {}

    def paste_part(part: str, sprite: Image.Image, x: int, y: int) -> None:
        if mirrored:
            x = wide - x - sprite.width
        image.alpha_composite(sprite, (x, y))
        ink = sprite.getbbox() or (0, 0, 0, 0)
        boxes[part] = (x + ink[0], y + ink[1], x + ink[2], y + ink[3])

    badge_width = 48 if wide >= 200 else 42
    paste_part("badge", seat_badge(chip.letter, (badge_width, HIGH - 20)), 10, 10)
    left = 10 + badge_width + 9
    right = wide - 10
    crown_width = 24 if chip.winner else 0
    if crown_width:
        paste_part("crown", _winner_star(), right - 22, 14)
    supply_below = _supply_below(chip, wide)
    if chip.gain:  # beside the points or the name, where there is more room
        sprite = gained_points_sprite(chip.gain)
        x, y = (right, 69) if supply_below else (right - crown_width, 29)
        paste_part("gain", sprite, x - sprite.width, y - sprite.height // 2)
        crown_width += 0 if supply_below else sprite.width + 2
    name, room = drawable_text(chip.name) or chip.letter, right - left - crown_width - 2
    name_image, size = fitted_text_sprite(name, room, NAME_FONT_PX, shades.ink, REGULAR, NAME_FONT_PX)
    paste_part("name", name_image, left, round(29 - capitals_middle(size)))
    if chip.supply is not None and not supply_below:
        count = text_sprite(str(chip.supply), DIGITS, BOLD, 88, shades.ink)
        paste_part("count", count, right - count.width, round(69 - capitals_middle(DIGITS, BOLD)))
        right -= count.width + 1
        sprite = icon("", chip.letter, ITEM)
        paste_part("icon", sprite, right - sprite.width + 3, round(69 - sprite.height / 2))
        right -= sprite.width - 1
    elif chip.gain:
        right -= gained_points_sprite(chip.gain).width + 2
    score_image, size = fitted_text_sprite(str(chip.score), right - left - 2, 42, shades.ink, BOLD, 27)
    paste_part("score", score_image, left, round(69 - capitals_middle(size, BOLD)))
    for i, row in enumerate(_chip_item_rows(chip, wide, theme, icon, rows)):
        for item_name, sprite, x in row:
            paste_part(item_name or "supply", sprite, x, HIGH + i * ROW - 2 + (ROW - sprite.height) // 2)
    return PlacedChip(image, boxes)


def _winner_star() -> Image.Image:
    """The star of a winner."""
    canvas = Image.new("RGBA", (22 * SMOOTH, 22 * SMOOTH), (*GOLD, 0))
    points = star_points((11 * SMOOTH, 11.5 * SMOOTH), 11 * SMOOTH, 5 * SMOOTH)
    ImageDraw.Draw(canvas).polygon(points, fill=(*GOLD, 255))
    return scale_down(canvas, (22, 22))


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
    chips_per_line = across or len(chips)
    chip_width = compute_chip_width(chips_per_line, right - left, bool(across) or any(chip.items for chip in chips))
    high = high or _common_chip_height(chips, chip_width, look.theme, icon, rows)
    named_boxes = []
    for i, chip in enumerate(chips):
        column, y = i % chips_per_line, top + i // chips_per_line * (high + GAP)
        x = right - (column + 1) * chip_width - column * GAP if look.mirrored else left + column * (chip_width + GAP)
        drawn_chip = chip_sprite(chip, chip_width, look.theme, look.mirrored, icon, high, rows)
        canvas.paste(drawn_chip.image, (x, y), drawn_chip.image)
        for part, (a, b, c, d) in drawn_chip.boxes.items():
            named_boxes.append((f"{i}.{part}", (a + x, b + y, c + x, d + y)))
    return named_boxes
