"""Line chart of all seats' points over a game: lines of equal points run side by side, and each bears its seat's
symbol.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from PIL import Image, ImageDraw

from .chip_strip import seat_symbol_disc
from .look import SEAT_COLOURS, Colour, Look, mix_colours, rgb
from .sentences import format_number
from .shapes import Point
from .sheet import Sheet

SMOOTH: Final = 3
LINE: Final = 5.0
CASE: Final = 1.75  # casing on each side of a line
LEFT: Final = 66  # x of the first turn
BELOW: Final = 50  # height of the numbers of turns
ABOVE: Final = 20
MARKED: Final = 62  # top of the lines below marks
SIGN: Final = 30
SMALL: Final = 24  # a symbol on a line among others
END: Final = 38  # the symbol at the end of a line
BESIDE: Final = 116  # width of the symbols and points at the ends
JOG: Final = 5  # half the width of the slope on which a line makes room for another
LETTERS: Final = 30
FLOOR: Final = 27
SIXTHS: Final = 6  # the most symbols on each line
DARK_SEAT: Final = 110
NIGHT: Final = 40
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
LIGHT_CASE, GREY_CASE, DARK_CASE = rgb("#FFFFFF"), rgb("#B4B9BC"), rgb("#14100C")


@dataclass(frozen=True, slots=True)
class TurnMark:
    """A sprite above the lines at turn `at`."""

    at: int
    sprite: Image.Image


@dataclass(frozen=True, slots=True)
class ChartData:
    """The content of a chart. `rows`: (turn, points after it) in order; `last`: the last turn; `order`: the seats, best
    first; `unit`: the word for a turn; `goal`: the points that win, 0: none; `ends`: whether the points follow the
    lines; `slopes`: straight lines from turn to turn instead of steps; `full`: the least top of the scale."""

    rows: Sequence[tuple[int, Sequence[int]]]
    last: int
    order: Sequence[int]
    unit: str
    goal: int = 0
    marks: Sequence[TurnMark] = ()
    ends: bool = True
    slopes: bool = False
    full: int = 0


def spread_values(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """The positions closest to `wanted` (ascending) that are at least `gap` apart, within the bounds if they fit."""
    groups: list[tuple[float, int]] = []  # middle, count
    for place in wanted:
        middle, many = place, 1
        while groups and middle - gap * (many - 1) / 2 < groups[-1][0] + gap * (groups[-1][1] + 1) / 2:
            other, more = groups.pop()
            middle, many = (other * more + middle * many) / (more + many), more + many
        groups.append((middle, many))
    found = [middle + gap * (i - (many - 1) / 2) for middle, many in groups for i in range(many)]
    for i in range(len(found)):
        found[i] = max(found[i], low + gap * i)
    for i in reversed(range(len(found))):
        found[i] = min(found[i], high - gap * (len(found) - 1 - i))
    return found


@dataclass(slots=True)
class _ChartScale:
    """The positions of turns and points in pixels."""

    size: tuple[int, int]
    course: ChartData
    top: int = field(init=False)
    bottom: int = field(init=False)

    def __post_init__(self) -> None:
        values = [points for _, row in self.course.rows for points in row]
        self.top, self.bottom = max(1, self.course.goal, self.course.full, *values), min(0, *values)

    @property
    def left(self) -> int:
        return LEFT

    @property
    def right(self) -> int:
        return self.size[0] - (BESIDE if self.course.ends else END)

    @property
    def high(self) -> int:
        return MARKED if self.course.marks else ABOVE

    @property
    def low(self) -> int:
        return self.size[1] - BELOW

    @property
    def first(self) -> int:
        """The turn in which the lines begin: 0, except on a branch, which begins in the middle of another game."""
        return self.course.rows[0][0]

    @property
    def gap(self) -> float:
        """The distance between lines of equal points."""
        return 7 if len(self.course.order) <= 4 else 6 if len(self.course.order) <= 6 else 5

    @property
    def end(self) -> int:
        """The size of the symbols at the ends."""
        return END if len(self.course.order) <= 6 else 32

    def x(self, at: float) -> float:
        return self.left + (self.right - self.left) * (at - self.first) / max(1, self.course.last - self.first)

    def y(self, points: float) -> float:
        return self.low - (self.low - self.high) * (points - self.bottom) / (self.top - self.bottom)

    def ys(self) -> list[dict[int, float]]:
        """The y of each seat's line after each row; seats with equal points are side by side in their former order."""
        order = list(self.course.order)
        found = []
        for _, row in self.course.rows:
            order.sort(key=lambda seat: -row[seat])  # stable: equal seats keep their order
            places = spread_values([self.y(row[seat]) for seat in order], self.gap, 8, self.low + 2)
            found.append(dict(zip(order, places, strict=True)))
        return found


def draw_chart(look: Look, size: tuple[int, int], course: ChartData) -> Image.Image:
    """The chart; turns run from left to right in every language."""
    return chart_sheet(look, size, course).image


def chart_sheet(look: Look, size: tuple[int, int], course: ChartData) -> Sheet:
    """The chart as a sheet, which records the boxes of its texts."""
    plan = _ChartScale(size, course)
    sheet = Sheet(replace(look, direction="ltr"), size)
    sheet.image.paste(look.shades.panel, (0, 0, *size))
    ys = plan.ys()
    ends = _end_sign_heights(plan, ys[-1])
    _draw_grid(sheet, plan, max(ends.values(), default=0))
    _draw_point_lines(sheet.image, look, plan, ys)
    _draw_signs_on_lines(sheet, plan, ys)
    _draw_line_ends(sheet, plan, ends)
    return sheet


def _grid_step(length: int, most: int) -> int:
    """The least round number that divides `length` into at most `most` steps."""
    return next((step for step in STEPS if length / step <= most), length)


def _draw_grid(sheet: Sheet, plan: _ChartScale, lowest: float) -> None:
    """Draws scales, marks and goal. `lowest`: the middle of the lowest symbol at the end of a line; a number that it
    would cover is left out."""
    shades, image = sheet.look.shades, sheet.image
    line = mix_colours(shades.panel, shades.line, 0.9)
    step = _grid_step(plan.top - plan.bottom, 4)
    for points in range(-(-plan.bottom // step) * step, plan.top + 1, step):
        y = round(plan.y(points))
        image.paste(line, (plan.left, y, plan.right, y + 2))
        sheet.text(format_number(points), (4, plan.left - 14, y), LETTERS, shades.soft, align="end", floor=FLOOR)
    for mark in plan.course.marks:
        x = round(plan.x(mark.at))
        image.paste(mix_colours(shades.line, shades.soft, 0.35), (x, MARKED - 12, x + 2, plan.low))
    y = plan.low + 28
    used = plan.left - 10 + sheet.text(plan.course.unit, (plan.left - 10, plan.left + 150, y), LETTERS, shades.soft)
    step = _grid_step(plan.course.last - plan.first, 6)
    free = plan.right - END / 2 if not plan.course.ends else plan.size[0]
    if plan.course.ends and lowest + plan.end / 2 > y - LETTERS / 2:
        free = plan.right + 6
    for at in range((plan.first // step + 1) * step, plan.course.last + 1, step):
        x = round(plan.x(at))
        if x - 34 > used and x + 26 < free:
            place = (x - 40, x + 40, y)
            sheet.text(str(at), place, LETTERS, shades.soft, align="middle", floor=FLOOR, name=f"at {at}")
    if plan.course.goal:
        _draw_goal_line(image, plan, shades.accent)
    left = -1000
    for mark in plan.course.marks:
        x = max(left, round(plan.x(mark.at) - mark.sprite.width / 2))
        if x + mark.sprite.width <= plan.size[0] - 4:
            sheet.put(mark.sprite, x, MARKED - 18 - mark.sprite.height)
            left = x + mark.sprite.width - 8


def _draw_goal_line(image: Image.Image, plan: _ChartScale, ink: Colour) -> None:
    """A dashed line at the points that win."""
    y = round(plan.y(plan.course.goal))
    for x in range(plan.left, plan.right, 26):
        image.paste(ink, (x, y - 1, min(x + 16, plan.right), y + 2))


def _casing_colour(letter: str, ground: Colour) -> Colour:
    """The colour of a line's casing: light around a dark line, dark around a light one. Black gets grey on a dark
    ground, where a white casing would look like a white line."""
    fill = SEAT_COLOURS[letter].fill
    if _compute_lightness(fill) >= DARK_SEAT:
        return DARK_CASE
    return GREY_CASE if _compute_lightness(fill) < NIGHT and _compute_lightness(ground) < DARK_SEAT else LIGHT_CASE


def _compute_lightness(colour: Colour) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _draw_point_lines(image: Image.Image, look: Look, plan: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
    box = (0, 0, plan.size[0], plan.size[1])
    big = image.resize((box[2] * SMOOTH, box[3] * SMOOTH), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(big)
    many = len(plan.course.order)
    wide = LINE if many <= 6 else LINE - 1
    for place, seat in reversed([*enumerate(plan.course.order)]):  # the best seat's line lies on top
        aside = (place - (many - 1) / 2) * min(3.0, 12 / many)
        path = [(x * SMOOTH, y * SMOOTH) for x, y in _line_path(plan, ys, seat, aside)]
        letter = look.seats[seat].letter
        for width, ink in (
            (wide + 2 * CASE, _casing_colour(letter, look.shades.panel)),
            (wide, SEAT_COLOURS[letter].fill),
        ):
            draw.line(path, fill=ink, width=round(width * SMOOTH), joint="curve")
    image.paste(big.reduce(SMOOTH))


def _line_path(plan: _ChartScale, ys: Sequence[dict[int, float]], seat: int, aside: float) -> list[Point]:
    """The points of a seat's line: steps where its points change, slopes where it makes room for another line."""
    rows = plan.course.rows
    if plan.course.slopes:
        straight = [(plan.x(at), row[seat]) for (at, _), row in zip(rows, ys, strict=True)]
        return [*straight, (straight[-1][0] + (8 if plan.course.ends else 0), straight[-1][1])]
    found: list[Point] = [(plan.x(rows[0][0]), ys[0][seat])]
    for i in range(1, len(rows)):
        y, before = ys[i][seat], ys[i - 1][seat]
        x = plan.x(rows[i][0])
        if rows[i][1][seat] != rows[i - 1][1][seat]:
            found += [(x + aside, before), (x + aside, y)]
        elif abs(y - before) > 0.2:
            end = plan.x(rows[i + 1][0]) if i + 1 < len(rows) else plan.right
            jog = min(JOG, (x - plan.x(rows[i - 1][0])) / 2, (end - x) / 2)
            found += [(x - jog, before), (x + jog, y)]
    last = plan.x(plan.course.last)
    return [*found, (last + (8 if plan.course.ends else 0), found[-1][1])]


def _draw_signs_on_lines(sheet: Sheet, plan: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
    """Draws each seat's symbol once in each sixth of the chart where no other line is near, else a small one in each
    half: colour alone must not identify a line."""
    signs = _SignPlacer(sheet, plan, ys)
    first, each = plan.left + 24, (plan.right - plan.left - 50) / SIXTHS
    found: set[tuple[int, int]] = set()
    for place, seat in enumerate(plan.course.order):
        for sixth in range(SIXTHS):
            low = first + each * sixth
            if signs.put(place, seat, (low, low + each - 8), SIGN):
                found.add((seat, 2 * sixth // SIXTHS))
    for place, seat in enumerate(plan.course.order):
        for half in range(2):
            if (seat, half) not in found:
                low = first + each * SIXTHS / 2 * half
                signs.put(place, seat, (low, low + each * SIXTHS / 2 - 8), SMALL)


class _SignPlacer:
    """Places symbols on lines where they have most room."""

    def __init__(self, sheet: Sheet, plan: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
        self.sheet, self.seats, self.ys, self.slopes = sheet, plan.course.order, ys, plan.course.slopes
        self.starts = [plan.x(at) for at, _ in plan.course.rows]
        self.taken: list[Point] = []

    def put(self, place: int, seat: int, between: tuple[float, float], size: int) -> bool:
        """Draw a seat's symbol on its line between the two x values; False if there is no room. A small symbol may
        cover other lines. `place`: the rank of the seat, which staggers the symbols of neighbouring lines."""
        low, high = (round(x) for x in between)
        free = [x for x in range(low, high, 5) if self._signs(seat, x) >= size / 2 + 2]
        if not free:
            return False
        x = max(free, key=lambda x: (min(self._lines(seat, x), 60.0), -abs(x - low - 20 * place)))
        if size == SIGN and self._lines(seat, x) < SIGN / 2 + 2:
            return False
        y = self._row(x)[seat]
        self.taken.append((x, y))
        sign = seat_symbol_disc(self.sheet.look.seats[seat].letter, size)
        self.sheet.put(sign, round(x - size / 2), round(y - size / 2))
        return True

    def _at(self, x: float) -> int:
        return bisect_right(self.starts, x) - 1

    def _row(self, x: float) -> dict[int, float]:
        at = self._at(x)
        if not self.slopes or at + 1 == len(self.ys):
            return self.ys[at]
        share = (x - self.starts[at]) / (self.starts[at + 1] - self.starts[at])
        after = self.ys[at + 1]
        return {seat: y + share * (after[seat] - y) for seat, y in self.ys[at].items()}

    def _lines(self, seat: int, x: float) -> float:
        """The distance from a symbol at x to the nearest other line, reduced where the seat's own line is steep."""
        near = self.ys[max(0, self._at(x - SIGN / 2)) : self._at(x + SIGN / 2) + 1]
        if self.slopes:
            near = [self._row(max(self.starts[0], x - SIGN / 3)), self._row(x + SIGN / 3)]
        y = self._row(x)[seat]
        own = max(abs(row[seat] - y) for row in near)
        return min([abs(row[other] - y) for row in near for other in self.seats if other != seat] or [60.0]) - 4 * own

    def _signs(self, seat: int, x: float) -> float:
        """The distance from a symbol at x to the nearest other symbol."""
        y = self._row(x)[seat]
        return min([max(abs(a - x), abs(b - y)) - SIGN / 2 for a, b in self.taken] or [60.0])


def _end_sign_heights(plan: _ChartScale, last: Mapping[int, float]) -> dict[int, float]:
    """The y of each seat's symbol at the end of its line, best seat first."""
    order, size = sorted(plan.course.order, key=lambda seat: last[seat]), plan.end
    pitch = min(size + 4.0, (plan.size[1] - size - 12) / max(1, len(order) - 1))
    found = spread_values([last[seat] for seat in order], pitch, size / 2 + 6, plan.size[1] - size / 2 - 6)
    return dict(zip(order, found, strict=True))


def _draw_line_ends(sheet: Sheet, plan: _ChartScale, places: Mapping[int, float]) -> None:
    """Draws symbol and points at the end of each line."""
    size = plan.end
    left = plan.right + (10 if plan.course.ends else 0)
    for seat, y in places.items():
        sign = seat_symbol_disc(sheet.look.seats[seat].letter, size)
        sheet.put(sign, left - (0 if plan.course.ends else size // 2), round(y - size / 2), f"end {seat}")
        if plan.course.ends:
            points = format_number(plan.course.rows[-1][1][seat])
            box = (left + size + 8, plan.size[0] - 4, round(y))
            sheet.text(points, box, size - 4, sheet.look.shades.ink, bold=True, floor=FLOOR, name=f"points {seat}")


__all__ = ["ChartData", "TurnMark", "chart_sheet", "draw_chart", "spread_values"]
