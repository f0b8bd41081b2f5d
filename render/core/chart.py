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
from .look import SEAT_COLOURS, Colour, Look, compute_lightness, mix_colours, rgb
from .sentences import format_number
from .shapes import Point
from .sheet import Sheet

SMOOTH: Final = 3
LINE_WIDTH_PX: Final = 5.0
CASING_WIDTH_PX: Final = 1.75  # casing on each side of a line
PLOT_LEFT_PX: Final = 66  # x of the first turn
TURN_LABELS_HEIGHT_PX: Final = 50  # height of the numbers of turns
PLOT_TOP_PX: Final = 20
PLOT_TOP_WITH_MARKS_PX: Final = 62  # top of the lines below marks
SIGN_PX: Final = 30
SMALL_SIGN_PX: Final = 24  # a symbol on a line among others
END_SIGN_PX: Final = 38  # the symbol at the end of a line
ENDS_WIDTH_PX: Final = 116  # width of the symbols and points at the ends
HALF_SLOPE_PX: Final = 5  # half the width of the slope on which a line makes room for another
LABEL_PX: Final = 30
FLOOR: Final = 27
CHART_PARTS: Final = 6  # the most symbols on each line
DARK_LIGHTNESS: Final = 110
BLACK_LIGHTNESS: Final = 40
ROUND_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
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
    for value in wanted:
        middle, count = value, 1
        while groups and middle - gap * (count - 1) / 2 < groups[-1][0] + gap * (groups[-1][1] + 1) / 2:
            lower_middle, lower_count = groups.pop()
            middle, count = (lower_middle * lower_count + middle * count) / (lower_count + count), lower_count + count
        groups.append((middle, count))
    spread = [middle + gap * (i - (count - 1) / 2) for middle, count in groups for i in range(count)]
    for i in range(len(spread)):
        spread[i] = max(spread[i], low + gap * i)
    for i in reversed(range(len(spread))):
        spread[i] = min(spread[i], high - gap * (len(spread) - 1 - i))
    return spread


@dataclass(slots=True)
class _ChartScale:
    """The positions of turns and points in pixels."""

    size: tuple[int, int]
    course: ChartData
    most_points: int = field(init=False)
    least_points: int = field(init=False)

    def __post_init__(self) -> None:
        values = [points for _, row in self.course.rows for points in row]
        self.most_points, self.least_points = max(1, self.course.goal, self.course.full, *values), min(0, *values)

    @property
    def left(self) -> int:
        return PLOT_LEFT_PX

    @property
    def right(self) -> int:
        return self.size[0] - (ENDS_WIDTH_PX if self.course.ends else END_SIGN_PX)

    @property
    def plot_top(self) -> int:
        return PLOT_TOP_WITH_MARKS_PX if self.course.marks else PLOT_TOP_PX

    @property
    def plot_bottom(self) -> int:
        return self.size[1] - TURN_LABELS_HEIGHT_PX

    @property
    def first_turn(self) -> int:
        """The turn in which the lines begin: 0, except on a branch, which begins in the middle of another game."""
        return self.course.rows[0][0]

    @property
    def line_gap(self) -> float:
        """The distance between lines of equal points."""
        return 7 if len(self.course.order) <= 4 else 6 if len(self.course.order) <= 6 else 5

    @property
    def end_sign_px(self) -> int:
        """The size of the symbols at the ends."""
        return END_SIGN_PX if len(self.course.order) <= 6 else 32

    def x_of_turn(self, turn: float) -> float:
        turns = max(1, self.course.last - self.first_turn)
        return self.left + (self.right - self.left) * (turn - self.first_turn) / turns

    def y_of_points(self, points: float) -> float:
        span = self.most_points - self.least_points
        return self.plot_bottom - (self.plot_bottom - self.plot_top) * (points - self.least_points) / span

    def line_heights(self) -> list[dict[int, float]]:
        """The y of each seat's line after each row; seats with equal points are side by side in their former order."""
        order = list(self.course.order)
        rows = []
        for _, row in self.course.rows:
            order.sort(key=lambda seat: -row[seat])  # stable: equal seats keep their order
            places = spread_values(
                [self.y_of_points(row[seat]) for seat in order], self.line_gap, 8, self.plot_bottom + 2
            )
            rows.append(dict(zip(order, places, strict=True)))
        return rows


def draw_chart(look: Look, size: tuple[int, int], course: ChartData) -> Image.Image:
    """The chart; turns run from left to right in every language."""
    return chart_sheet(look, size, course).image


def chart_sheet(look: Look, size: tuple[int, int], course: ChartData) -> Sheet:
    """The chart as a sheet, which records the boxes of its texts."""
    scale = _ChartScale(size, course)
    sheet = Sheet(replace(look, direction="ltr"), size)
    sheet.image.paste(look.shades.panel, (0, 0, *size))
    ys = scale.line_heights()
    end_sign_ys = _end_sign_heights(scale, ys[-1])
    _draw_grid(sheet, scale, max(end_sign_ys.values(), default=0))
    _draw_point_lines(sheet.image, look, scale, ys)
    _draw_signs_on_lines(sheet, scale, ys)
    _draw_line_ends(sheet, scale, end_sign_ys)
    return sheet


def _grid_step(length: int, most: int) -> int:
    """The least round number that divides `length` into at most `most` steps."""
    return next((step for step in ROUND_STEPS if length / step <= most), length)


def _draw_grid(sheet: Sheet, scale: _ChartScale, lowest: float) -> None:
    """Draws scales, marks and goal. `lowest`: the middle of the lowest symbol at the end of a line; a number that it
    would cover is left out."""
    shades, image = sheet.look.shades, sheet.image
    line = mix_colours(shades.panel, shades.line, 0.9)
    step = _grid_step(scale.most_points - scale.least_points, 4)
    for points in range(-(-scale.least_points // step) * step, scale.most_points + 1, step):
        y = round(scale.y_of_points(points))
        image.paste(line, (scale.left, y, scale.right, y + 2))
        sheet.text(format_number(points), (4, scale.left - 14, y), LABEL_PX, shades.soft, align="end", floor=FLOOR)
    for mark in scale.course.marks:
        x = round(scale.x_of_turn(mark.at))
        image.paste(
            mix_colours(shades.line, shades.soft, 0.35), (x, PLOT_TOP_WITH_MARKS_PX - 12, x + 2, scale.plot_bottom)
        )
    y = scale.plot_bottom + 28
    unit_box = (scale.left - 10, scale.left + 150, y)
    text_end = scale.left - 10 + sheet.text(scale.course.unit, unit_box, LABEL_PX, shades.soft)
    step = _grid_step(scale.course.last - scale.first_turn, 6)
    labels_end = scale.right - END_SIGN_PX / 2 if not scale.course.ends else scale.size[0]
    if scale.course.ends and lowest + scale.end_sign_px / 2 > y - LABEL_PX / 2:
        labels_end = scale.right + 6
    for turn in range((scale.first_turn // step + 1) * step, scale.course.last + 1, step):
        x = round(scale.x_of_turn(turn))
        if x - 34 > text_end and x + 26 < labels_end:
            place = (x - 40, x + 40, y)
            sheet.text(str(turn), place, LABEL_PX, shades.soft, align="middle", floor=FLOOR, name=f"at {turn}")
    if scale.course.goal:
        _draw_goal_line(image, scale, shades.accent)
    next_left = -1000
    for mark in scale.course.marks:
        x = max(next_left, round(scale.x_of_turn(mark.at) - mark.sprite.width / 2))
        if x + mark.sprite.width <= scale.size[0] - 4:
            sheet.put(mark.sprite, x, PLOT_TOP_WITH_MARKS_PX - 18 - mark.sprite.height)
            next_left = x + mark.sprite.width - 8


def _draw_goal_line(image: Image.Image, scale: _ChartScale, ink: Colour) -> None:
    """A dashed line at the points that win."""
    y = round(scale.y_of_points(scale.course.goal))
    for x in range(scale.left, scale.right, 26):
        image.paste(ink, (x, y - 1, min(x + 16, scale.right), y + 2))


def _casing_colour(letter: str, ground: Colour) -> Colour:
    """The colour of a line's casing: light around a dark line, dark around a light one. Black gets grey on a dark
    ground, where a white casing would look like a white line."""
    fill = SEAT_COLOURS[letter].fill
    if compute_lightness(fill) >= DARK_LIGHTNESS:
        return DARK_CASE
    is_black_on_dark = compute_lightness(fill) < BLACK_LIGHTNESS and compute_lightness(ground) < DARK_LIGHTNESS
    return GREY_CASE if is_black_on_dark else LIGHT_CASE


def _draw_point_lines(image: Image.Image, look: Look, scale: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
    box = (0, 0, scale.size[0], scale.size[1])
    canvas = image.resize((box[2] * SMOOTH, box[3] * SMOOTH), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(canvas)
    seat_count = len(scale.course.order)
    line_width = LINE_WIDTH_PX if seat_count <= 6 else LINE_WIDTH_PX - 1
    for rank, seat in reversed([*enumerate(scale.course.order)]):  # the best seat's line lies on top
        side_step = (rank - (seat_count - 1) / 2) * min(3.0, 12 / seat_count)
        path = [(x * SMOOTH, y * SMOOTH) for x, y in _line_path(scale, ys, seat, side_step)]
        letter = look.seats[seat].letter
        casing = _casing_colour(letter, look.shades.panel)
        draw.line(path, fill=casing, width=round((line_width + 2 * CASING_WIDTH_PX) * SMOOTH), joint="curve")
        draw.line(path, fill=SEAT_COLOURS[letter].fill, width=round(line_width * SMOOTH), joint="curve")
    image.paste(canvas.reduce(SMOOTH))


def _line_path(scale: _ChartScale, ys: Sequence[dict[int, float]], seat: int, side_step: float) -> list[Point]:
    """The points of a seat's line: steps where its points change, slopes where it makes room for another line."""
    rows = scale.course.rows
    if scale.course.slopes:
        straight = [(scale.x_of_turn(turn), row[seat]) for (turn, _), row in zip(rows, ys, strict=True)]
        return [*straight, (straight[-1][0] + (8 if scale.course.ends else 0), straight[-1][1])]
    path: list[Point] = [(scale.x_of_turn(rows[0][0]), ys[0][seat])]
    for i in range(1, len(rows)):
        y, before = ys[i][seat], ys[i - 1][seat]
        x = scale.x_of_turn(rows[i][0])
        if rows[i][1][seat] != rows[i - 1][1][seat]:
            path += [(x + side_step, before), (x + side_step, y)]
        elif abs(y - before) > 0.2:
            next_x = scale.x_of_turn(rows[i + 1][0]) if i + 1 < len(rows) else scale.right
            half_slope = min(HALF_SLOPE_PX, (x - scale.x_of_turn(rows[i - 1][0])) / 2, (next_x - x) / 2)
            path += [(x - half_slope, before), (x + half_slope, y)]
    last_x = scale.x_of_turn(scale.course.last)
    return [*path, (last_x + (8 if scale.course.ends else 0), path[-1][1])]


def _draw_signs_on_lines(sheet: Sheet, scale: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
    """Draws each seat's symbol once in each sixth of the chart where no other line is near, else a small one in each
    half: colour alone must not identify a line."""
    placer = _SignPlacer(sheet, scale, ys)
    first_x, part_width = scale.left + 24, (scale.right - scale.left - 50) / CHART_PARTS
    drawn_halves: set[tuple[int, int]] = set()
    for rank, seat in enumerate(scale.course.order):
        for sixth in range(CHART_PARTS):
            start_x = first_x + part_width * sixth
            if placer.put(rank, seat, (start_x, start_x + part_width - 8), SIGN_PX):
                drawn_halves.add((seat, 2 * sixth // CHART_PARTS))
    for rank, seat in enumerate(scale.course.order):
        for half in range(2):
            if (seat, half) not in drawn_halves:
                start_x = first_x + part_width * CHART_PARTS / 2 * half
                placer.put(rank, seat, (start_x, start_x + part_width * CHART_PARTS / 2 - 8), SMALL_SIGN_PX)


class _SignPlacer:
    """Places symbols on lines where they have most room."""

    def __init__(self, sheet: Sheet, scale: _ChartScale, ys: Sequence[dict[int, float]]) -> None:
        self.sheet, self.seats, self.ys, self.slopes = sheet, scale.course.order, ys, scale.course.slopes
        self.starts = [scale.x_of_turn(turn) for turn, _ in scale.course.rows]
        self.taken: list[Point] = []

    def put(self, rank: int, seat: int, x_range: tuple[float, float], size: int) -> bool:
        """Draw a seat's symbol on its line between the two x values; False if there is no room. A small symbol may
        cover other lines. `rank`: the rank of the seat, which staggers the symbols of neighbouring lines."""
        first_x, last_x = (round(x) for x in x_range)
        free_xs = [x for x in range(first_x, last_x, 5) if self._distance_to_signs(seat, x) >= size / 2 + 2]
        if not free_xs:
            return False
        x = max(free_xs, key=lambda x: (min(self._distance_to_lines(seat, x), 60.0), -abs(x - first_x - 20 * rank)))
        if size == SIGN_PX and self._distance_to_lines(seat, x) < SIGN_PX / 2 + 2:
            return False
        y = self._heights_at(x)[seat]
        self.taken.append((x, y))
        sign = seat_symbol_disc(self.sheet.look.seats[seat].letter, size)
        self.sheet.put(sign, round(x - size / 2), round(y - size / 2))
        return True

    def _row_index_at(self, x: float) -> int:
        return bisect_right(self.starts, x) - 1

    def _heights_at(self, x: float) -> dict[int, float]:
        index = self._row_index_at(x)
        if not self.slopes or index + 1 == len(self.ys):
            return self.ys[index]
        share = (x - self.starts[index]) / (self.starts[index + 1] - self.starts[index])
        next_row = self.ys[index + 1]
        return {seat: y + share * (next_row[seat] - y) for seat, y in self.ys[index].items()}

    def _distance_to_lines(self, seat: int, x: float) -> float:
        """The distance from a symbol at x to the nearest other line, reduced where the seat's own line is steep."""
        near_rows = self.ys[max(0, self._row_index_at(x - SIGN_PX / 2)) : self._row_index_at(x + SIGN_PX / 2) + 1]
        if self.slopes:
            near_rows = [self._heights_at(max(self.starts[0], x - SIGN_PX / 3)), self._heights_at(x + SIGN_PX / 3)]
        y = self._heights_at(x)[seat]
        steepness = max(abs(row[seat] - y) for row in near_rows)
        distances = [abs(row[other] - y) for row in near_rows for other in self.seats if other != seat]
        return min(distances, default=60.0) - 4 * steepness

    def _distance_to_signs(self, seat: int, x: float) -> float:
        """The distance from a symbol at x to the nearest other symbol."""
        y = self._heights_at(x)[seat]
        distances = (max(abs(sign_x - x), abs(sign_y - y)) for sign_x, sign_y in self.taken)
        return min((distance - SIGN_PX / 2 for distance in distances), default=60.0)


def _end_sign_heights(scale: _ChartScale, last_row: Mapping[int, float]) -> dict[int, float]:
    """The y of each seat's symbol at the end of its line, best seat first."""
    order, size = sorted(scale.course.order, key=lambda seat: last_row[seat]), scale.end_sign_px
    gap = min(size + 4.0, (scale.size[1] - size - 12) / max(1, len(order) - 1))
    ys = spread_values([last_row[seat] for seat in order], gap, size / 2 + 6, scale.size[1] - size / 2 - 6)
    return dict(zip(order, ys, strict=True))


def _draw_line_ends(sheet: Sheet, scale: _ChartScale, sign_ys: Mapping[int, float]) -> None:
    """Draws symbol and points at the end of each line."""
    size = scale.end_sign_px
    left = scale.right + (10 if scale.course.ends else 0)
    for seat, y in sign_ys.items():
        sign = seat_symbol_disc(sheet.look.seats[seat].letter, size)
        sheet.put(sign, left - (0 if scale.course.ends else size // 2), round(y - size / 2), f"end {seat}")
        if scale.course.ends:
            points = format_number(scale.course.rows[-1][1][seat])
            box = (left + size + 8, scale.size[0] - 4, round(y))
            sheet.text(points, box, size - 4, sheet.look.shades.ink, bold=True, floor=FLOOR, name=f"points {seat}")
