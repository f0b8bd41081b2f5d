"""The points table of a finished game: a column for each seat, a row for each source."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from .chip_strip import seat_symbol_disc
from .fonts import BOLD, REGULAR, WIDTHS, drawable_text, load_font, measure_text
from .look import Look, mix_colours
from .sentences import format_number, word_of_key
from .sheet import Sheet

ROW, LOW = 40, 36  # heights of a row: with few of them, with many
FEW: Final = 8
TOTAL: Final = 66
BESIDE, ABOVE = 64, 96  # heights of the head: names beside symbols, names below them
BESIDES: Final = 76  # width beside a name: symbol and padding
MANY: Final = 4  # most seats with names beside symbols
ICON: Final = 36
NAMES: Final = 90  # x of the names of sources
FLOOR: Final = 28
RADIUS: Final = 12
Icon = Callable[[str], Image.Image | None]  # source -> sprite


def sources_with_points(tally: Mapping[str, Sequence[int]]) -> list[str]:
    """The sources that gave any seat points; the first source if none did."""
    return [source for source, row in tally.items() if any(row)] or list(tally)[:1]


@dataclass(frozen=True, slots=True)
class PointsTable:
    """The content of a points table. `order`: the seats from left to right; `words` and `icon`: name and picture of a
    source; `facts`: further rows below the points."""

    tally: Mapping[str, Sequence[int]]
    scores: Sequence[int]
    order: Sequence[int]
    winners: Sequence[int]
    words: Callable[[str], str]
    icon: Icon
    facts: Sequence[tuple[str, Sequence[int]]] = ()


@dataclass(frozen=True, slots=True)
class _TableColumns:
    """Layout: the columns of the seats, the left edge of the first and the height of a row."""

    columns: Sequence[tuple[int, int, int]]  # (seat, left, right)
    first: int
    row: int


def draw_points_table(look: Look, wide: int, what: PointsTable) -> Image.Image:
    """Draws the table `wide` pixels wide."""
    sources = sources_with_points(what.tally)
    first = _first_column_left([*map(what.words, sources), *(told for told, _ in what.facts)], len(what.order), wide)
    each = (wide - 14 - first) / len(what.order)
    many = len(what.order) > MANY or any(_has_long_name(look, seat, each) for seat in what.order)
    head, high = ABOVE if many else BESIDE, ROW if len(sources) <= FEW else LOW
    below = LOW * len(what.facts) + (8 if what.facts else 0)
    base = head + high * len(sources)
    sheet = Sheet(look, (wide, base + TOTAL + 6 + below))
    shades = look.shades
    sheet.panel((0, 0, wide, sheet.size[1]), RADIUS, shades.panel, shades.line, 2)
    ends = [round(first + i * each) for i in range(len(what.order) + 1)]
    plan = _TableColumns([(seat, ends[i], ends[i + 1]) for i, seat in enumerate(what.order)], first, high)
    for seat, left, right in plan.columns:
        if seat in what.winners:
            box = (left + 2, 6, right - 2, sheet.size[1] - 6)
            sheet.panel(box, 10, mix_colours(shades.panel, shades.accent, 0.13), shades.accent, 3, f"won {seat}")
        _draw_column_head(sheet, seat, left, right, many=many)
    for i, source in enumerate(sources):
        _draw_source_row(sheet, what, plan, source, head + i * high, line=i > 0)
    _draw_total_row(sheet, what, plan, base)
    for i, fact in enumerate(what.facts):
        _draw_fact_row(sheet, plan, fact, base + TOTAL + 4 + i * LOW)
    return sheet.image


def _has_long_name(look: Look, seat: int, each: float) -> bool:
    """Whether a name does not fit beside its symbol."""
    return measure_text(drawable_text(look.seats[seat].name), load_font(FLOOR, BOLD, WIDTHS[-1])) > each - BESIDES


def _draw_source_row(
    sheet: Sheet, what: PointsTable, plan: _TableColumns, source: str, top: int, *, line: bool
) -> None:
    """Draws the points of all seats from one source, the highest in bold."""
    shades = sheet.look.shades
    if line:
        _draw_separator(sheet, 14, top - 1, sheet.size[0] - 14, 1)
    _draw_row_name(sheet, what.words(source), what.icon(source), (top, plan.row), plan.first)
    best = max(what.tally[source])
    for seat, left, right in plan.columns:
        points = what.tally[source][seat]
        most = points == best and points > 0
        ink = shades.accent if most else shades.ink if points else shades.soft
        box = (left + 4, right - 4, top + plan.row // 2)
        text = format_number(points) if points else "–"
        sheet.text(text, box, 32, ink, bold=most, align="middle", floor=FLOOR, name=f"{source} {seat}")


def _draw_total_row(sheet: Sheet, what: PointsTable, plan: _TableColumns, top: int) -> None:
    look, ink = sheet.look, sheet.look.shades.ink
    _draw_separator(sheet, 14, top - 1, sheet.size[0] - 14, 2)
    sheet.text(look.say("pic.ending.points"), (NAMES, plan.first - 6, top + 32), 34, ink, bold=True, floor=FLOOR)
    for seat, left, right in plan.columns:
        box, text = (left + 4, right - 4, top + 32), format_number(what.scores[seat])
        sheet.text(text, box, 44, ink, bold=True, align="middle", floor=FLOOR, name=f"sum {seat}")


def _draw_fact_row(sheet: Sheet, plan: _TableColumns, fact: tuple[str, Sequence[int]], top: int) -> None:
    (told, row), soft, y = fact, sheet.look.shades.soft, top + LOW // 2
    _draw_separator(sheet, 14, top, sheet.size[0] - 14, 1)
    sheet.text(told, (22, plan.first - 6, y), 29, soft, floor=FLOOR, name=f"fact {told}")
    for seat, left, right in plan.columns:
        text = str(row[seat]) if row[seat] else "–"
        sheet.text(text, (left + 4, right - 4, y), 30, soft, align="middle", floor=FLOOR, name=f"{told} {seat}")


def _first_column_left(words: Sequence[str], many: int, wide: int) -> int:
    """The left edge of the columns, after the width that the names of sources need."""
    narrow = WIDTHS[2] if many > MANY else WIDTHS[0]
    need = max(measure_text(drawable_text(word), load_font(30, REGULAR, narrow)) for word in words)
    return min(NAMES + round(need) + 24, wide * 2 // 5)


def _draw_separator(sheet: Sheet, left: int, top: int, right: int, high: int) -> None:
    shades = sheet.look.shades
    ink = shades.soft if high > 1 else mix_colours(shades.panel, shades.line, 0.9)
    sheet.put(Image.new("RGB", (right - left, high), ink), left, top)


def _draw_column_head(sheet: Sheet, seat: int, left: int, right: int, *, many: bool) -> None:
    look = sheet.look
    shown_as = look.seats[seat]
    if many:
        sign = seat_symbol_disc(shown_as.letter, 38)
        sheet.put(sign, (left + right - sign.width) // 2, 14)
        box = (left + 4, right - 4, 74)
        ink, name = look.shades.ink, f"name {seat}"
        sheet.text(shown_as.name, box, 32, ink, bold=True, align="middle", floor=FLOOR, name=name, sentence=True)
        return
    name = drawable_text(shown_as.name) or shown_as.letter
    room = right - left - 24 - 46
    size = next((w for w in WIDTHS if measure_text(name, load_font(32, BOLD, w)) <= room - 2), WIDTHS[-1])
    wide = min(room, round(measure_text(name, load_font(32, BOLD, size))) + 4)
    start = (left + right - 46 - wide) // 2
    sheet.put(seat_symbol_disc(shown_as.letter, 38), start, 16)
    box = (start + 46, start + 46 + wide + 2, 35)
    sheet.text(name, box, 32, look.shades.ink, bold=True, floor=FLOOR, name=f"name {seat}", sentence=True)


def _draw_row_name(sheet: Sheet, words: str, picture: Image.Image | None, place: tuple[int, int], first: int) -> None:
    """Draws name and picture of a source; `place`: top and height of the row."""
    top, high = place
    most = min(ICON, high - 2)
    if picture is not None:
        small = picture
        if picture.height > most or picture.width > 54:
            share = min(most / picture.height, 54 / picture.width)
            size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
            small = picture.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        sheet.put(small, 20 + (56 - small.width) // 2, top + (high - small.height) // 2)
    left = NAMES if picture is not None else 22
    text = words[:1].upper() + words[1:]
    sheet.text(text, (left, first - 6, top + high // 2), 30, sheet.look.shades.ink, floor=FLOOR, name=f"source {words}")


def describe_points_of_seat(look: Look, tally: Mapping[str, Sequence[int]], seat: int, family: str) -> str:
    """The points of a seat by source as text, the most first."""
    some = sorted(((row[seat], source) for source, row in tally.items() if row[seat]), key=lambda one: -one[0])
    return ", ".join(
        f"{word_of_key(look.say, f'{family}.tally.{source}')} {format_number(points)}" for points, source in some
    )
