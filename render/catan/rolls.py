"""Chart of the rolled sums beside their expected counts."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import DANGER, LAST, Look, mix_colours
from render.core.paints import LINE
from render.core.shapes import SMOOTH, panel_sprite
from render.core.sheet import Sheet
from rules.catan.view import SUMS, CatanView

from .colours import SEA, SEA_LIGHT
from .island import RED_NUMBERS, count_pips
from .island_plan import EDGE, WIDE

CHART_HIGH: Final = 560
BARS_FOOT: Final = 480  # y of the foot of the bars
TALLEST_BAR: Final = 300
DICE_COMBINATIONS: Final = 36  # possible rolls of two dice


def draw_roll_chart(view: CatanView, look: Look) -> Sheet:
    """A bar for each sum with its count above it and a tick at the expected count."""
    shades, total = look.shades, sum(view.sums)
    expected = [total * count_ways_to_roll(n) / DICE_COMBINATIONS for n in SUMS]
    scale = TALLEST_BAR / max(*view.sums, *expected, 1)
    sheet = Sheet(look, (WIDE, CHART_HIGH))
    sheet.panel((EDGE, EDGE, WIDE - EDGE, CHART_HIGH - EDGE), 16, shades.panel, shades.line, 2)
    _draw_roll_head(sheet, total)
    step = (WIDE - 4 * EDGE) / len(SUMS)
    for i, number in enumerate(SUMS):
        column = len(SUMS) - 1 - i if look.mirrored else i  # numbers run from left to right in every language
        room = (round(2 * EDGE + column * step), round(step))
        _draw_roll_bar(sheet, number, view.sums[i], room, (round(scale * view.sums[i]), round(scale * expected[i])))
    sheet.put(Image.new("RGB", (WIDE - 4 * EDGE, 3), shades.soft), 2 * EDGE, BARS_FOOT)
    return sheet


def _draw_roll_head(sheet: Sheet, total: int) -> None:
    """Draw the title, the number of rolls, and what a tick means."""
    say, shades, y = sheet.look.say, sheet.look.shades, 50
    sheet.text(say("pic.catan.label.dice"), (34, 500, y), 46, shades.ink, bold=True, name="title")
    right = WIDE - 34
    right -= sheet.text(say("pic.catan.label.expected"), (700, right, y), 36, shades.soft, align="end", name="expected")
    line = tick_sprite(58)
    sheet.put(line, right - 14 - line.width, y - line.height // 2, "sign")
    words = say("pic.catan.label.rolls", n=total)
    sheet.text(words, (500, right - line.width - 50, y), 36, shades.ink, align="end", name="rolls")


def _draw_roll_bar(sheet: Sheet, number: int, count: int, span: tuple[int, int], heights: tuple[int, int]) -> None:
    """Draw the bar, tick, count and number of one sum. `span`: left end and width; `heights`: of bar and tick."""
    shades, (left, wide), (high, expected) = sheet.look.shades, span, heights
    if high:
        bar = panel_sprite((wide - 24, high + 8), 8, SEA_LIGHT, SEA, 3).crop((0, 0, wide - 24, high))
        sheet.put(bar, left + 12, BARS_FOOT - high, f"bar {number}")
    line = tick_sprite(wide - 8)
    sheet.put(line, left + 4, BARS_FOOT - expected - line.height // 2)
    count_y = BARS_FOOT - max(high, expected + line.height // 2) - 24
    box = (left, left + wide, count_y)
    sheet.text(str(count), box, 38, shades.ink, bold=True, align="middle", name=f"count {number}")
    ink = mix_colours(DANGER, shades.ink, 0.35) if number in RED_NUMBERS else shades.ink
    box = (left, left + wide, BARS_FOOT + 34)
    sheet.text(str(number), box, 40, ink, bold=number in RED_NUMBERS, align="middle", name=f"sum {number}")


def count_ways_to_roll(number: int) -> int:
    """The number of rolls out of 36 with that sum."""
    return count_pips(number) if number != 7 else 6


@cached_sprite
def tick_sprite(wide: int) -> Image.Image:
    """A short white line with a dark casing."""
    image = Image.new("RGBA", (wide * SMOOTH, 10 * SMOOTH), (*LINE, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, image.width, image.height), fill=(*LINE, 255))
    draw.rectangle((2 * SMOOTH, 2 * SMOOTH, image.width - 2 * SMOOTH, image.height - 2 * SMOOTH), fill=(*LAST, 255))
    return image.reduce(SMOOTH)
