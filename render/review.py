"""A game looked back at, as a picture: the chances of winning over the game, then what each seat lost by decisions and
got by luck. It knows no game.

1000 px wide; nothing that must be read is smaller than 27 px, so that it is 11 px where a phone shows it 400 px wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from .core.chart import Course, Mark, chart
from .core.fonts import BOLD, label
from .core.kit import panel
from .core.look import Look, Picture
from .core.palette import encode
from .core.sheet import Sheet
from .core.strip import mini_seat
from .core.words import cut

WIDE: Final = 1000
MARGIN: Final = 10
INSIDE: Final = WIDE - 2 * MARGIN
HEAD: Final = 84
CHART: Final = 420
NAMES: Final = 46  # the row that says what the columns are
ROW: Final = 56
GAP: Final = 8
FLOOR: Final = 27
WORDS: Final = 30
NUMBER: Final = 34
DISC: Final = 36
FIRST: Final = 340  # where the columns begin
FULL: Final = 100


@dataclass(frozen=True, slots=True)
class Line:
    """What is told of a seat, a text for each column."""

    seat: int
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """What the picture shows. `rows`: (turn, percent of each seat); `marks`: (turn, seat) of each swing that bears a
    number, in their order; `order`: the seats, best first."""

    title: str
    about: str
    alt: str
    unit: str
    rows: Sequence[tuple[int, Sequence[int]]]
    order: Sequence[int]
    marks: Sequence[tuple[int, int]]
    columns: Sequence[str]
    lines: Sequence[Line]


def review(page: Page, look: Look) -> Picture:
    """The page as a picture."""
    sheet = drawn(page, look)
    return Picture(encode(sheet.image, None), cut([page.alt], ""), sheet.size)


def drawn(page: Page, look: Look) -> Sheet:
    """From above: the title, the chart, a row for each seat."""
    high = HEAD + CHART + GAP + NAMES + ROW * len(page.lines) + 2 * MARGIN
    sheet = Sheet(look, (WIDE, high))
    shades = look.shades
    sheet.text(page.title, (MARGIN + 6, WIDE - MARGIN, 34), 42, shades.ink, bold=True, floor=FLOOR, name="title")
    sheet.text(page.about, (MARGIN + 6, WIDE - MARGIN, 72), WORDS, shades.soft, floor=FLOOR, name="about")
    course = Course(
        page.rows,
        page.rows[-1][0],
        page.order,
        page.unit,
        marks=[Mark(at, _disc(look, number, seat)) for number, (at, seat) in enumerate(page.marks, 1)],
        slopes=True,
        full=FULL,
    )
    top = HEAD + MARGIN
    sheet.panel((MARGIN, top, WIDE - MARGIN, top + CHART), 12, shades.panel, shades.line, 2, "chart")
    sheet.put(chart(look, (INSIDE - 8, CHART - 8), course), MARGIN + 4, top + 4)
    _lines(sheet, page, top + CHART + GAP)
    return sheet


def _disc(look: Look, number: int, seat: int) -> Image.Image:
    """The number of a swing, in the colour of whose decision it was."""
    colour = look.seats[seat].colour
    disc = panel((DISC, DISC), DISC // 2, colour.fill, look.shades.ink, 2).copy()  # it is kept and used again
    text = label(str(number), FLOOR, BOLD, DISC, colour.ink)
    disc.paste(text, ((DISC - text.width) // 2, (DISC - text.height) // 2), text)
    return disc


def _lines(sheet: Sheet, page: Page, top: int) -> None:
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
        sheet.put(mini_seat(seat.letter, 38), MARGIN + 14, y + (ROW - 38) // 2)
        box = (MARGIN + 66, FIRST - 8, y + ROW // 2)
        name = f"name {line.seat}"
        sheet.text(seat.name or seat.letter, box, NUMBER, shades.ink, bold=True, floor=FLOOR, name=name, sentence=True)
        for at, told in enumerate(line.told):
            box = (FIRST + at * each, FIRST + (at + 1) * each - 8, y + ROW // 2)
            sheet.text(told, box, NUMBER, shades.ink, align="middle", floor=FLOOR, name=f"{line.seat}.{at}")
