"""The lines of the points of a game."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from render.core.chart import ChartData, TurnMark, chart_sheet, draw_chart, spread_values
from render.core.look import SEAT_COLOURS
from tests.render.looks import look
from tools.pictures.__main__ import example_look as look_of_eight

ROWS = [(0, (0, 0, 0)), (3, (4, 0, 0)), (5, (4, 4, 0)), (9, (4, 9, 2)), (12, (11, 9, 2))]


def drawn(course: ChartData, seats: int = 3, *, rtl: bool = False) -> Image.Image:
    return draw_chart(look(seats, rtl=rtl), (960, 300), course)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ((10, 50), [10, 50]),
        ((10, 10), [6.5, 13.5]),
        ((10, 10, 14), [4.333, 11.333, 18.333]),
        ((0, 0), [0, 7]),
        ((100, 100), [93, 100]),
    ],
)
def test_what_lies_too_near_is_moved_apart(wanted: tuple[float, ...], found: list[float]) -> None:
    assert spread_values(wanted, 7, 0, 100) == pytest.approx(found, abs=0.01)


def test_lines_never_change_places_where_they_are_spread() -> None:
    wanted = sorted((37 * i) % 90 for i in range(8))
    places = spread_values(wanted, 6, 0, 100)
    assert all(b - a >= 6 - 1e-6 for a, b in pairwise(places))


def test_every_line_is_seen_though_they_run_together() -> None:
    image = drawn(ChartData([(0, (0, 0, 0)), (9, (0, 0, 0)), (10, (1, 1, 1))], 12, (0, 1, 2), "turn"))
    column = {image.getpixel((500, y)) for y in range(300)}
    assert {SEAT_COLOURS[letter].fill for letter in "RBY"} <= column


def test_it_runs_from_the_left_whoever_reads() -> None:
    course = ChartData(ROWS, 12, (0, 1, 2), "turn", goal=12)
    assert ImageChops.difference(drawn(course), drawn(course, rtl=True)).getbbox() is None


def test_a_game_that_begins_in_the_middle_of_another_has_the_whole_width() -> None:
    """Its lines began far on the right, and no picture was drawn where they did."""
    whole = drawn(ChartData(ROWS, 12, (0, 1, 2), "turn"))
    late = drawn(ChartData([(at + 60, row) for at, row in ROWS], 72, (0, 1, 2), "turn"))
    assert ImageChops.difference(*(image.crop((0, 0, 960, 245)) for image in (whole, late))).getbbox() is None
    assert ImageChops.difference(whole, late).getbbox() is not None  # the numbers of the turns


def test_what_happened_stands_above_the_lines() -> None:
    sprite = Image.new("RGBA", (20, 20), (1, 200, 3, 255))
    course = ChartData(
        ROWS, 12, (0, 1, 2), "turn", marks=[TurnMark(0, sprite), TurnMark(12, sprite), TurnMark(12, sprite)]
    )
    image = drawn(course)
    green = [x for x in range(960) if image.getpixel((x, 34)) == (1, 200, 3)]
    assert len(green) >= 50  # the third of them has room beside the second


def test_points_below_nothing_have_room() -> None:
    image = drawn(ChartData([(0, (0, 0, 0)), (4, (-30, 0, 8)), (8, (-30, 2, 8))], 9, (2, 1, 0), "tile"))
    red = [y for y in range(300) for x in range(500, 700, 20) if image.getpixel((x, y)) == SEAT_COLOURS["R"].fill]
    assert red
    assert max(red) < 300 - 30


@pytest.mark.parametrize(("first", "last"), [(60, 71), (70, 71), (1, 400)])
def test_what_begins_in_the_middle_begins_at_the_left(first: int, last: int) -> None:
    """A branch has no turns before its first one: the lines have all the room."""
    course = ChartData([(first, (24, 30, 3)), (last - 1, (24, 38, 3)), (last, (30, 38, 3))], last, (1, 0, 2), "tile")
    image = drawn(course)
    for letter in "RBY":
        line = [x for x in range(960) for y in range(300) if image.getpixel((x, y)) == SEAT_COLOURS[letter].fill]
        assert min(line) < 70
        assert max(line) > 830


def test_what_was_over_in_its_first_turn_is_drawn() -> None:
    assert drawn(ChartData([(71, (24, 30, 3))], 71, (1, 0, 2), "tile", goal=40)).size == (960, 300)


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("last", [10, 12, 20, 100])
@pytest.mark.parametrize("wide", [646, 970])
def test_no_number_of_a_turn_lies_on_the_ends_of_lines(seats: int, last: int, wide: int) -> None:
    rows = [(0, (0,) * seats), (last // 2, range(seats)), (last, range(30, 30 + seats))]
    for course in (rows, [*rows[:1], (last, (*([0] * (seats - 1)), 30))]):
        boxes = chart_sheet(look_of_eight(seats), (wide, 296), ChartData(course, last, range(seats), "round")).boxes
        numbers = [box for name, box in boxes.items() if name.startswith("at ")]
        assert numbers
        for left, top, right, bottom in boxes.values():
            for one in numbers:
                assert (
                    (left, top, right, bottom) == one
                    or one[0] >= right
                    or left >= one[2]
                    or one[1] >= bottom
                    or top >= one[3]
                )
