"""Draws a review of a finished game: winning chances over the game, then each seat's losses by decisions and gains by
luck.

Game-independent. 1000 px wide; essential text is at least 27 px high, which is 11 px on a phone that shows it 400 px
wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from .core.chart import ChartData, TurnMark, draw_chart
from .core.chip_strip import seat_symbol_disc
from .core.fonts import BOLD, text_sprite
from .core.look import Look, Picture
from .core.palette import encode_png
from .core.sentences import cut_to_limit
from .core.shapes import panel_sprite
from .core.sheet import Sheet

WIDE: Final = 1000
MARGIN: Final = 10
INSIDE: Final = WIDE - 2 * MARGIN
HEAD: Final = 84
CHART: Final = 420
NAMES: Final = 46  # the header row of the columns
ROW: Final = 56
GAP: Final = 8
FLOOR: Final = 27
WORDS: Final = 30
NUMBER: Final = 34
DISC: Final = 36
FIRST: Final = 340  # left edge of the columns
FULL: Final = 100


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A seat and its text for each column."""

    seat: int
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The content of the picture. `rows`: (turn, percentage of each seat); `marks`: (turn, seat) of each numbered
    swing, in order; `order`: the seats, best first."""

    title: str
    about: str
    alt: str
    unit: str
    rows: Sequence[tuple[int, Sequence[int]]]
    order: Sequence[int]
    marks: Sequence[tuple[int, int]]
    columns: Sequence[str]
    lines: Sequence[ReviewRow]


def draw_review(page: ReviewPage, look: Look) -> Picture:
    """The page as a picture."""
    sheet = review_sheet(page, look)
    return Picture(encode_png(sheet.image, None), cut_to_limit([page.alt], ""), sheet.size)


def review_sheet(page: ReviewPage, look: Look) -> Sheet:
    """The page as a sheet: the title, the chart and a row for each seat."""
    high = HEAD + CHART + GAP + NAMES + ROW * len(page.lines) + 2 * MARGIN
    sheet = Sheet(look, (WIDE, high))
    shades = look.shades
    sheet.text(page.title, (MARGIN + 6, WIDE - MARGIN, 34), 42, shades.ink, bold=True, floor=FLOOR, name="title")
    sheet.text(page.about, (MARGIN + 6, WIDE - MARGIN, 72), WORDS, shades.soft, floor=FLOOR, name="about")
    course = ChartData(
        page.rows,
        page.rows[-1][0],
        page.order,
        page.unit,
        marks=[TurnMark(at, _swing_disc(look, number, seat)) for number, (at, seat) in enumerate(page.marks, 1)],
        slopes=True,
        full=FULL,
    )
    top = HEAD + MARGIN
    sheet.panel((MARGIN, top, WIDE - MARGIN, top + CHART), 12, shades.panel, shades.line, 2, "chart")
    sheet.put(draw_chart(look, (INSIDE - 8, CHART - 8), course), MARGIN + 4, top + 4)
    _draw_seat_rows(sheet, page, top + CHART + GAP)
    return sheet


def _swing_disc(look: Look, number: int, seat: int) -> Image.Image:
    """The number of a swing on a disc in the colour of the deciding seat."""
    colour = look.seats[seat].colour
    disc = panel_sprite((DISC, DISC), DISC // 2, colour.fill, look.shades.ink, 2).copy()  # the cached sprite is shared
    text = text_sprite(str(number), FLOOR, BOLD, DISC, colour.ink)
    disc.paste(text, ((DISC - text.width) // 2, (DISC - text.height) // 2), text)
    return disc


def _draw_seat_rows(sheet: Sheet, page: ReviewPage, top: int) -> None:
    shades = sheet.look.shades
    bottom = top + NAMES + ROW * len(page.lines)
    sheet.panel((MARGIN, top, WIDE - MARGIN, bottom), 12, shades.panel, shades.line, 2, "lines")
    each = (WIDE - MARGIN - 10 - FIRST) // len(page.columns)
    for at, name in enumerate(page.columns):
        box = (FIRST + at * each, FIRST + (at + 1) * each - 8, top + NAMES // 2 + 2)
        sheet.text(name, box, WORDS, shades.soft, align="middle", floor=FLOOR, name=f"column {at}")
    for row, line in enumerate(page.lines):
        y = top + NAMES + row * ROW
        seat = sheet.look.seats[line.seat]
        sheet.put(Image.new("RGB", (INSIDE - 28, 1), shades.line), MARGIN + 14, y)
        sheet.put(seat_symbol_disc(seat.letter, 38), MARGIN + 14, y + (ROW - 38) // 2)
        box = (MARGIN + 66, FIRST - 8, y + ROW // 2)
        name = f"name {line.seat}"
        sheet.text(seat.name or seat.letter, box, NUMBER, shades.ink, bold=True, floor=FLOOR, name=name, sentence=True)
        for at, told in enumerate(line.told):
            box = (FIRST + at * each, FIRST + (at + 1) * each - 8, y + ROW // 2)
            sheet.text(told, box, NUMBER, shades.ink, align="middle", floor=FLOOR, name=f"{line.seat}.{at}")
