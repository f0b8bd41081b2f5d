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

ROW_HEIGHT_PX, LOW_ROW_HEIGHT_PX = 40, 36  # heights of a row: with few of them, with many
MOST_HIGH_ROWS: Final = 8
TOTAL_HEIGHT_PX: Final = 66
LOW_HEAD_PX, HIGH_HEAD_PX = 64, 96  # heights of the head: names beside symbols, names below them
WIDTH_BESIDE_NAME_PX: Final = 76  # width beside a name: symbol and padding
MOST_NAMES_BESIDE: Final = 4  # most seats with names beside symbols
ICON_HEIGHT_PX: Final = 36
NAME_LEFT_PX: Final = 90  # x of the names of sources
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
    """Layout: the columns of the seats, the left edge of the first and the height of a row of points."""

    columns: Sequence[tuple[int, int, int]]  # (seat, left, right)
    first: int
    row: int


def draw_points_table(look: Look, wide: int, table: PointsTable) -> Image.Image:
    """Draws the table `wide` pixels wide."""
    sources = sources_with_points(table.tally)
    seats = table.order
    row_names = [*map(table.words, sources), *(name for name, _ in table.facts)]
    first_left = _first_column_left(row_names, len(seats), wide)
    column_width = (wide - 14 - first_left) / len(seats)
    names_below = len(seats) > MOST_NAMES_BESIDE or any(_has_long_name(look, seat, column_width) for seat in seats)
    head_height = HIGH_HEAD_PX if names_below else LOW_HEAD_PX
    row_height = ROW_HEIGHT_PX if len(sources) <= MOST_HIGH_ROWS else LOW_ROW_HEIGHT_PX
    facts_height = LOW_ROW_HEIGHT_PX * len(table.facts) + (8 if table.facts else 0)
    total_top = head_height + row_height * len(sources)
    sheet = Sheet(look, (wide, total_top + TOTAL_HEIGHT_PX + 6 + facts_height))
    shades = look.shades
    sheet.panel((0, 0, wide, sheet.size[1]), RADIUS, shades.panel, shades.line, 2)
    edges = [round(first_left + i * column_width) for i in range(len(seats) + 1)]
    columns = _TableColumns(list(zip(seats, edges[:-1], edges[1:], strict=True)), first_left, row_height)
    for seat, left, right in columns.columns:
        if seat in table.winners:
            box = (left + 2, 6, right - 2, sheet.size[1] - 6)
            sheet.panel(box, 10, mix_colours(shades.panel, shades.accent, 0.13), shades.accent, 3, f"won {seat}")
        _draw_column_head(sheet, seat, left, right, names_below=names_below)
    for i, source in enumerate(sources):
        _draw_source_row(sheet, table, columns, source, head_height + i * row_height, line=i > 0)
    _draw_total_row(sheet, table, columns, total_top)
    for i, fact in enumerate(table.facts):
        _draw_fact_row(sheet, columns, fact, total_top + TOTAL_HEIGHT_PX + 4 + i * LOW_ROW_HEIGHT_PX)
    return sheet.image


def _has_long_name(look: Look, seat: int, column_width: float) -> bool:
    """Whether a name does not fit beside its symbol."""
    narrowest = measure_text(drawable_text(look.seats[seat].name), load_font(FLOOR, BOLD, WIDTHS[-1]))
    return narrowest > column_width - WIDTH_BESIDE_NAME_PX


def _draw_source_row(
    sheet: Sheet, table: PointsTable, columns: _TableColumns, source: str, top: int, *, line: bool
) -> None:
    """Draws the points of all seats from one source, the highest in bold."""
    shades = sheet.look.shades
    if line:
        _draw_separator(sheet, 14, top - 1, sheet.size[0] - 14, 1)
    _draw_row_name(sheet, columns, table.words(source), table.icon(source), top)
    best = max(table.tally[source])
    for seat, left, right in columns.columns:
        points = table.tally[source][seat]
        is_best = points == best and points > 0
        ink = shades.accent if is_best else shades.ink if points else shades.soft
        box = (left + 4, right - 4, top + columns.row // 2)
        text = format_number(points) if points else "–"
        sheet.text(text, box, 32, ink, bold=is_best, align="middle", floor=FLOOR, name=f"{source} {seat}")


def _draw_total_row(sheet: Sheet, table: PointsTable, columns: _TableColumns, top: int) -> None:
    look, ink = sheet.look, sheet.look.shades.ink
    _draw_separator(sheet, 14, top - 1, sheet.size[0] - 14, 2)
    name_box = (NAME_LEFT_PX, columns.first - 6, top + 32)
    sheet.text(look.say("pic.ending.points"), name_box, 34, ink, bold=True, floor=FLOOR)
    for seat, left, right in columns.columns:
        box, text = (left + 4, right - 4, top + 32), format_number(table.scores[seat])
        sheet.text(text, box, 44, ink, bold=True, align="middle", floor=FLOOR, name=f"sum {seat}")


def _draw_fact_row(sheet: Sheet, columns: _TableColumns, fact: tuple[str, Sequence[int]], top: int) -> None:
    (name, row), ink, y = fact, sheet.look.shades.soft, top + LOW_ROW_HEIGHT_PX // 2
    _draw_separator(sheet, 14, top, sheet.size[0] - 14, 1)
    sheet.text(name, (22, columns.first - 6, y), 29, ink, floor=FLOOR, name=f"fact {name}")
    for seat, left, right in columns.columns:
        text = str(row[seat]) if row[seat] else "–"
        sheet.text(text, (left + 4, right - 4, y), 30, ink, align="middle", floor=FLOOR, name=f"{name} {seat}")


def _first_column_left(names: Sequence[str], seat_count: int, wide: int) -> int:
    """The left edge of the columns, after the width that the names of sources need."""
    width_axis = WIDTHS[2] if seat_count > MOST_NAMES_BESIDE else WIDTHS[0]
    widest_name = max(measure_text(drawable_text(name), load_font(30, REGULAR, width_axis)) for name in names)
    return min(NAME_LEFT_PX + round(widest_name) + 24, wide * 2 // 5)


def _draw_separator(sheet: Sheet, left: int, top: int, right: int, high: int) -> None:
    shades = sheet.look.shades
    ink = shades.soft if high > 1 else mix_colours(shades.panel, shades.line, 0.9)
    sheet.put(Image.new("RGB", (right - left, high), ink), left, top)


def _draw_column_head(sheet: Sheet, seat: int, left: int, right: int, *, names_below: bool) -> None:
    look = sheet.look
    seat_look = look.seats[seat]
    if names_below:
        sign = seat_symbol_disc(seat_look.letter, 38)
        sheet.put(sign, (left + right - sign.width) // 2, 14)
        box = (left + 4, right - 4, 74)
        ink, name = look.shades.ink, f"name {seat}"
        sheet.text(seat_look.name, box, 32, ink, bold=True, align="middle", floor=FLOOR, name=name, sentence=True)
        return
    name = drawable_text(seat_look.name) or seat_look.letter
    room = right - left - 24 - 46
    fitting = (axis for axis in WIDTHS if measure_text(name, load_font(32, BOLD, axis)) <= room - 2)
    width_axis = next(fitting, WIDTHS[-1])
    name_width = min(room, round(measure_text(name, load_font(32, BOLD, width_axis))) + 4)
    sign_left = (left + right - 46 - name_width) // 2
    sheet.put(seat_symbol_disc(seat_look.letter, 38), sign_left, 16)
    box = (sign_left + 46, sign_left + 46 + name_width + 2, 35)
    sheet.text(name, box, 32, look.shades.ink, bold=True, floor=FLOOR, name=f"name {seat}", sentence=True)


def _draw_row_name(sheet: Sheet, columns: _TableColumns, name: str, picture: Image.Image | None, top: int) -> None:
    """Draws name and picture of a source."""
    high = columns.row
    icon_limit = min(ICON_HEIGHT_PX, high - 2)
    if picture is not None:
        icon = picture
        if picture.height > icon_limit or picture.width > 54:
            share = min(icon_limit / picture.height, 54 / picture.width)
            size = (max(1, round(picture.width * share)), max(1, round(picture.height * share)))
            icon = picture.convert("RGBa").resize(size, Image.Resampling.LANCZOS).convert("RGBA")
        sheet.put(icon, 20 + (56 - icon.width) // 2, top + (high - icon.height) // 2)
    left = NAME_LEFT_PX if picture is not None else 22
    box = (left, columns.first - 6, top + high // 2)
    text = name[:1].upper() + name[1:]
    sheet.text(text, box, 30, sheet.look.shades.ink, floor=FLOOR, name=f"source {name}")


def describe_points_of_seat(look: Look, tally: Mapping[str, Sequence[int]], seat: int, family: str) -> str:
    """The points of a seat by source as text, the most first."""
    gains = sorted(((row[seat], source) for source, row in tally.items() if row[seat]), key=lambda gain: -gain[0])
    return ", ".join(
        f"{word_of_key(look.say, f'{family}.tally.{source}')} {format_number(points)}" for points, source in gains
    )
