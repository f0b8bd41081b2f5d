"""Draws statistics: boxes with one number each, bars for places, lines for ratings.

Game-independent. 1200 px wide; essential text is at least 33 px high, which is 11 px on a phone that shows it 400 px
wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from .core.look import Look, Picture, mix_colours
from .core.palette import encode_png
from .core.sentences import cut_to_limit, format_number
from .core.sheet import Sheet

WIDE: Final = 1200
EDGE: Final = 16
GAP: Final = 14
RADIUS: Final = 16
HEAD: Final = 124
BOX: Final = 164
IN_A_ROW: Final = 3
BARS: Final = 330  # height of the panel with the bars
TALLEST: Final = 148
LINE: Final = 92
PITCH: Final = 38  # line height of words
AXIS: Final = 44  # height of the numbers of the scale, below the lines
LEFT, RIGHT = 814, WIDE - EDGE - 40  # edges of the estimates
STEPS: Final = (5, 10, 20, 50, 100, 200, 500)
NUMBER: Final = 66
WORDS: Final = 36
FLOOR: Final = 33


@dataclass(frozen=True, slots=True)
class NumberBox:
    """A number and its caption."""

    number: str
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A caption and its count."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Span:
    """An estimate with its likely range, on the scale of the page."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class StatisticsLine:
    """A line for a person or a game: place, name, words and an optional estimate."""

    place: str
    name: str
    words: str
    span: Span | None = None
    mine: bool = False
    more: str = ""  # a second line below `words`


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """The content of the picture."""

    title: str
    about: str
    alt: str
    boxes: tuple[NumberBox, ...] = ()
    bars_title: str = ""
    bars: tuple[Bar, ...] = ()
    lines_title: str = ""
    lines: tuple[StatisticsLine, ...] = ()
    scale: str = ""  # the unit of the estimates


def draw_statistics(page: StatisticsPage, look: Look) -> Picture:
    """The page as a picture."""
    sheet = statistics_sheet(page, look)
    return Picture(encode_png(sheet.image, None), cut_to_limit([page.alt], ""), sheet.size)


def statistics_sheet(page: StatisticsPage, look: Look) -> Sheet:
    """The page as a sheet: the title, the boxes, the bars, the lines."""
    rows = -(-len(page.boxes) // IN_A_ROW)
    high = HEAD + rows * (BOX + GAP) + (BARS + GAP if page.bars else 0) + EDGE
    high += (58 if page.lines and page.lines_title else 0) + len(page.lines) * (LINE + GAP)
    scale = _rating_scale(page)
    high += AXIS if scale is not None else 0
    sheet = Sheet(look, (WIDE, high))
    shades = look.shades
    sheet.text(page.title, (EDGE + 8, WIDE - EDGE, 42), 52, shades.ink, bold=True, floor=FLOOR, name="title")
    sheet.text(page.about, (EDGE + 8, WIDE - EDGE, 94), WORDS, shades.soft, floor=FLOOR, name="about")
    y = HEAD
    for at, box in enumerate(page.boxes):
        row = at // IN_A_ROW  # the boxes of the last row fill its width
        _draw_number_box(
            sheet, box, at % IN_A_ROW, y + row * (BOX + GAP), at, min(IN_A_ROW, len(page.boxes) - row * IN_A_ROW)
        )
    y += rows * (BOX + GAP)
    if page.bars:
        _draw_bars(sheet, page, y)
        y += BARS + GAP
    if page.lines and page.lines_title:
        sheet.text(page.lines_title, (EDGE + 8, WIDE - EDGE, y + 24), WORDS, shades.soft, floor=FLOOR, name="lines")
        y += 58
    for at, line in enumerate(page.lines):
        _draw_rating_line(sheet, line, y + at * (LINE + GAP), at, scale)
    if scale is not None:
        _draw_scale_numbers(sheet, page.scale, scale, y + len(page.lines) * (LINE + GAP) + AXIS // 2 - 4)
    return sheet


def _draw_number_box(sheet: Sheet, box: NumberBox, column: int, top: int, at: int, columns: int) -> None:
    shades = sheet.look.shades
    wide = (WIDE - 2 * EDGE - (columns - 1) * GAP) // columns
    left = EDGE + column * (wide + GAP)
    sheet.panel((left, top, left + wide, top + BOX), RADIUS, shades.panel, shades.line, 2, f"box {at}")
    inside = (left + 16, left + wide - 16)
    sheet.text(
        box.number, (*inside, top + 60), NUMBER, shades.ink, bold=True, align="middle", floor=WORDS, name=f"{at}.number"
    )
    sheet.text(box.words, (*inside, top + 126), WORDS, shades.soft, align="middle", floor=FLOOR, name=f"{at}.words")


def _draw_bars(sheet: Sheet, page: StatisticsPage, top: int) -> None:
    shades = sheet.look.shades
    sheet.panel((EDGE, top, WIDE - EDGE, top + BARS), RADIUS, shades.panel, shades.line, 2, "bars")
    sheet.text(page.bars_title, (EDGE + 20, WIDE - EDGE - 20, top + 36), WORDS, shades.soft, floor=FLOOR, name="places")
    step = (WIDE - 4 * EDGE) // len(page.bars)
    most = max(bar.count for bar in page.bars) or 1
    base = top + BARS - 62
    for at, bar in enumerate(page.bars):
        left = 2 * EDGE + at * step
        high = round(TALLEST * bar.count / most)
        fill = shades.accent if at == 0 else mix_colours(shades.accent, shades.panel, 0.55)
        if high:
            inset = max(8, (step - 150) // 2)
            sheet.panel((left + inset, base - high, left + step - inset, base), 8, fill, fill, 1, f"bar {at}")
        count = (left, left + step, base - high - 26)
        sheet.text(str(bar.count), count, 40, shades.ink, bold=True, align="middle", name=f"{at}.count")
        sheet.text(
            bar.words,
            (left, left + step, base + 32),
            WORDS,
            shades.ink,
            align="middle",
            floor=FLOOR,
            name=f"{at}.place",
        )


def _rating_scale(page: StatisticsPage) -> tuple[int, int, int] | None:
    """The ends of the scale and the step between its numbers; None if no line has an estimate."""
    spans = [line.span for line in page.lines if line.span is not None]
    if not spans:
        return None
    low, high = min(one.low for one in spans), max(one.high for one in spans)
    step = next((step for step in STEPS if high - low <= 4 * step), STEPS[-1])
    first, last = math.floor(low / step), math.ceil(high / step)
    return first * step, max(last, first + 1) * step, step


def _scale_x(sheet: Sheet, value: float, scale: tuple[int, int, int]) -> int:
    """The x of a value; the scale runs from left to right in every language."""
    x = round(LEFT + (RIGHT - LEFT) * (value - scale[0]) / (scale[1] - scale[0]))
    return LEFT + RIGHT - x if sheet.look.mirrored else x


def _draw_scale_numbers(sheet: Sheet, words: str, scale: tuple[int, int, int], y: int) -> None:
    """Draws the numbers of the scale below the estimates."""
    shades = sheet.look.shades
    sheet.text(words, (EDGE + 12, LEFT - 60, y), WORDS, shades.soft, align="end", floor=FLOOR, name="scale")
    first, last, step = scale
    for value in range(first, last + 1, step):
        x = _scale_x(sheet, value, scale)
        box = x - 40, x + 40, y
        sheet.text(format_number(value), box, WORDS, shades.soft, align="middle", floor=FLOOR, name=f"scale {value}")


def _draw_rating_line(
    sheet: Sheet, line: StatisticsLine, top: int, at: int, scale: tuple[int, int, int] | None
) -> None:
    shades, y = sheet.look.shades, top + LINE // 2
    edge = shades.accent if line.mine else shades.line
    sheet.panel((EDGE, top, WIDE - EDGE, top + LINE), RADIUS, shades.panel, edge, 5 if line.mine else 2, f"line {at}")
    sheet.text(
        line.place, (EDGE + 12, 150, y), 44, shades.ink, bold=True, align="middle", floor=FLOOR, name=f"{at}.place of"
    )
    right = 790 if line.span is not None else WIDE - EDGE - 20
    middle = 440 if line.words else right
    sheet.text(line.name, (162, middle, y), 42, shades.ink, bold=line.mine, floor=FLOOR, name=f"{at}.name")
    said = [(line.words, "said"), (line.more, "more")] if line.more else [(line.words, "said")]
    for row, (words, name) in enumerate(said):
        if words:
            middle_of = y + round((row - (len(said) - 1) / 2) * PITCH)
            box = middle + 12, right, middle_of
            sheet.text(words, box, WORDS, shades.soft, floor=FLOOR, name=f"{at}.{name}")
    if line.span is not None and scale is not None:
        _draw_estimate(sheet, line.span, y, scale)


def _draw_estimate(sheet: Sheet, span: Span, y: int, scale: tuple[int, int, int]) -> None:
    """Draws the likely range as a bar with a mark at the estimate."""
    shades = sheet.look.shades
    low, middle, high = (_scale_x(sheet, value, scale) for value in (span.low, span.middle, span.high))
    for value in range(scale[0], scale[1] + 1, scale[2]):
        x = _scale_x(sheet, value, scale)
        sheet.panel((x - 1, y - 24, x + 1, y + 24), 1, shades.line, shades.line, 1)
    sheet.panel((LEFT, y - 3, RIGHT, y + 3), 3, shades.line, shades.line, 1)
    soft = mix_colours(shades.accent, shades.panel, 0.5)
    low, high = min(low, high), max(low, high)
    sheet.panel((low, y - 11, max(high, low + 4), y + 11), 8, soft, soft, 1)
    sheet.panel((middle - 7, y - 24, middle + 7, y + 24), 6, shades.accent, shades.panel, 2)
