"""Statistics as a picture: boxes with one number each, bars for places, lines for ratings. It knows no game.

1200 px wide; nothing that must be read is smaller than 33 px, so that it is 11 px where a phone shows it 400 px wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .core.look import Look, Picture, mix
from .core.palette import encode
from .core.sheet import Sheet
from .core.words import cut

WIDE: Final = 1200
EDGE: Final = 16
GAP: Final = 14
RADIUS: Final = 16
HEAD: Final = 124
BOX: Final = 164
IN_A_ROW: Final = 3
BARS: Final = 330  # the height of the places
TALLEST: Final = 148
LINE: Final = 92
NUMBER: Final = 66
WORDS: Final = 36
FLOOR: Final = 33


@dataclass(frozen=True, slots=True)
class Box:
    """One number, and what it is."""

    number: str
    words: str


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something was."""

    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Span:
    """A guess and how far off it may be, on the scale of the page."""

    low: float
    middle: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody, or a game: a place, a name, what is said of it, and perhaps a guess."""

    place: str
    name: str
    words: str
    span: Span | None = None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """What the picture shows, in words and numbers."""

    title: str
    about: str
    alt: str
    boxes: tuple[Box, ...] = ()
    bars_title: str = ""
    bars: tuple[Bar, ...] = ()
    lines_title: str = ""
    lines: tuple[Line, ...] = ()


def figures(page: Page, look: Look) -> Picture:
    """The page as a picture."""
    sheet = drawn(page, look)
    return Picture(encode(sheet.image, None), cut([page.alt], ""), sheet.size)


def drawn(page: Page, look: Look) -> Sheet:
    """From above: the title, the boxes, the bars, the lines."""
    rows = -(-len(page.boxes) // IN_A_ROW)
    high = HEAD + rows * (BOX + GAP) + (BARS + GAP if page.bars else 0) + EDGE
    high += (58 if page.lines and page.lines_title else 0) + len(page.lines) * (LINE + GAP)
    sheet = Sheet(look, (WIDE, high))
    shades = look.shades
    sheet.text(page.title, (EDGE + 8, WIDE - EDGE, 42), 52, shades.ink, bold=True, floor=FLOOR, name="title")
    sheet.text(page.about, (EDGE + 8, WIDE - EDGE, 94), WORDS, shades.soft, floor=FLOOR, name="about")
    y = HEAD
    for at, box in enumerate(page.boxes):
        _box(sheet, box, at % IN_A_ROW, y + at // IN_A_ROW * (BOX + GAP), at)
    y += rows * (BOX + GAP)
    if page.bars:
        _bars(sheet, page, y)
        y += BARS + GAP
    if page.lines and page.lines_title:
        sheet.text(page.lines_title, (EDGE + 8, WIDE - EDGE, y + 24), WORDS, shades.soft, floor=FLOOR, name="lines")
        y += 58
    scale = _scale(page)
    for at, line in enumerate(page.lines):
        _line(sheet, line, y + at * (LINE + GAP), at, scale)
    return sheet


def _box(sheet: Sheet, box: Box, column: int, top: int, at: int) -> None:
    shades = sheet.look.shades
    wide = (WIDE - 2 * EDGE - (IN_A_ROW - 1) * GAP) // IN_A_ROW
    left = EDGE + column * (wide + GAP)
    sheet.panel((left, top, left + wide, top + BOX), RADIUS, shades.panel, shades.line, 2, f"box {at}")
    inside = (left + 16, left + wide - 16)
    sheet.text(
        box.number, (*inside, top + 60), NUMBER, shades.ink, bold=True, align="middle", floor=WORDS, name=f"{at}.number"
    )
    sheet.text(box.words, (*inside, top + 126), WORDS, shades.soft, align="middle", floor=FLOOR, name=f"{at}.words")


def _bars(sheet: Sheet, page: Page, top: int) -> None:
    shades = sheet.look.shades
    sheet.panel((EDGE, top, WIDE - EDGE, top + BARS), RADIUS, shades.panel, shades.line, 2, "bars")
    sheet.text(page.bars_title, (EDGE + 20, WIDE - EDGE - 20, top + 36), WORDS, shades.soft, floor=FLOOR, name="places")
    step = (WIDE - 4 * EDGE) // len(page.bars)
    most = max(bar.count for bar in page.bars) or 1
    base = top + BARS - 62
    for at, bar in enumerate(page.bars):
        left = 2 * EDGE + at * step
        high = round(TALLEST * bar.count / most)
        fill = shades.accent if at == 0 else mix(shades.accent, shades.panel, 0.55)
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


def _scale(page: Page) -> tuple[float, float]:
    spans = [line.span for line in page.lines if line.span is not None]
    low, high = min((s.low for s in spans), default=0.0), max((s.high for s in spans), default=1.0)
    return low, max(high, low + 1.0)


def _line(sheet: Sheet, line: Line, top: int, at: int, scale: tuple[float, float]) -> None:
    shades, y = sheet.look.shades, top + LINE // 2
    edge = shades.accent if line.mine else shades.line
    sheet.panel((EDGE, top, WIDE - EDGE, top + LINE), RADIUS, shades.panel, edge, 5 if line.mine else 2, f"line {at}")
    sheet.text(
        line.place, (EDGE + 12, 150, y), 44, shades.ink, bold=True, align="middle", floor=FLOOR, name=f"{at}.place of"
    )
    right = 790 if line.span is not None else WIDE - EDGE - 20
    middle = 440 if line.words else right
    sheet.text(line.name, (162, middle, y), 42, shades.ink, bold=line.mine, floor=FLOOR, name=f"{at}.name")
    if line.words:
        sheet.text(line.words, (middle + 12, right, y), WORDS, shades.soft, floor=FLOOR, name=f"{at}.said")
    if line.span is not None:
        _span(sheet, line, y, (right + 24, WIDE - EDGE - 30), scale)


def _span(sheet: Sheet, line: Line, y: int, room: tuple[int, int], scale: tuple[float, float]) -> None:
    """From the least that is likely to the most, with a mark at the guess."""
    assert line.span is not None
    shades, (left, right) = sheet.look.shades, room

    def at(value: float) -> int:
        return round(left + (right - left) * (value - scale[0]) / (scale[1] - scale[0]))

    low, middle, high = at(line.span.low), at(line.span.middle), at(line.span.high)
    sheet.panel((left, y - 3, right, y + 3), 3, shades.line, shades.line, 1)
    soft = mix(shades.accent, shades.panel, 0.5)
    sheet.panel((low, y - 11, max(high, low + 4), y + 11), 8, soft, soft, 1)
    sheet.panel((middle - 7, y - 24, middle + 7, y + 24), 6, shades.accent, shades.panel, 2)
