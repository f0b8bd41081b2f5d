"""Statistics as a picture: everything has room, in both themes and directions, and can be read on a phone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from render.core.look import THEMES
from render.statistics_picture import (
    EDGE,
    WIDE,
    Bar,
    NumberBox,
    Span,
    StatisticsLine,
    StatisticsPage,
    draw_statistics,
    statistics_sheet,
)
from tests.render.looks import LONG, look
from tests.render.pictures import opened, quick_small_and_not_too_high, same_in_all_threads

PHONE = 400
PERSON = StatisticsPage(
    title="Maximiliana-Alexandra the Elder of Bartholomew",
    about="Carcassonne, with Inns & Cathedrals, 3 players, on this server",
    alt="What they have played.",
    boxes=(
        NumberBox("1234", "games"),
        NumberBox("567", "won"),
        NumberBox("187.4", "points on average"),
        NumberBox("12 days 16 h", "for a decision"),
        NumberBox("1233 of 1235", "played to the end"),
        NumberBox("100", "luck, expected: 50"),
    ),
    bars_title="Places",
    bars=tuple(Bar(f"{n}.", count) for n, count in enumerate((412, 9, 8, 0, 5, 1, 1, 1), 1)),
    lines_title="Place among friends",
    scale="rating",
    lines=(
        StatisticsLine("2.", "Carcassonne", "of 7, rating 27", Span(21, 27, 33)),
        StatisticsLine("10.", "Catan", "of 12, rating 25.5", Span(10, 25.5, 40), more="a first guess yet"),
        StatisticsLine("1.", "Citadels", "of 3, rating 30.1", Span(27, 30.1, 33)),
    ),
)
SERVER = StatisticsPage(
    title="This server",
    about="Catan, on this server",
    alt="Who plays here.",
    lines=tuple(
        StatisticsLine(
            f"{n}.", LONG[n % len(LONG)][0], "1234 games, 567 won", Span(30 - 2 * n, 36 - 2 * n, 44 - n), n == 2
        )
        for n in range(1, 11)
    ),
)
EMPTY = StatisticsPage("Ann", "all games", "Nothing.", boxes=(NumberBox("0", "games"), NumberBox("0", "won")))


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("page", [PERSON, SERVER, EMPTY], ids=["person", "server", "empty"])
def test_nothing_touches_and_nothing_is_cut_off(page: StatisticsPage, rtl: bool) -> None:
    sheet = statistics_sheet(page, look(rtl=rtl))
    texts = {name: box for name, box in sheet.boxes.items() if not name.startswith(("box", "bar", "line"))}
    for name, (left, top, right, bottom) in texts.items():
        assert EDGE <= left < right <= WIDE - EDGE, name
        assert 0 <= top < bottom <= sheet.size[1], name
    names = sorted(texts)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            a, b = texts[one], texts[other]
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, f"{one} touches {other}"


@pytest.mark.parametrize("page", [PERSON, SERVER], ids=["person", "server"])
def test_letters_can_be_read_on_a_phone(page: StatisticsPage) -> None:
    """A box of text is 0.84 of its letters high; ten pixels at least are left of them."""
    sheet = statistics_sheet(page, look())
    texts = [box for name, box in sheet.boxes.items() if not name.startswith(("box", "bar", "line"))]
    assert min(bottom - top for _, top, _, bottom in texts) / 0.84 * PHONE / WIDE >= 10.5


def test_a_mirrored_picture_begins_at_the_right() -> None:
    there, mirrored = (
        statistics_sheet(PERSON, look()).boxes["0.number"],
        statistics_sheet(PERSON, look(rtl=True)).boxes["0.number"],
    )
    assert there[0] < WIDE / 3 < 2 * WIDE / 3 < mirrored[2]


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_themes(theme: str) -> None:
    picture = opened(draw_statistics(PERSON, look(theme=theme)))
    assert picture.getpixel((2, 2)) == THEMES["light" if theme == "light" else "dark"].ground


@pytest.mark.parametrize("page", [PERSON, SERVER], ids=["person", "server"])
def test_quick_small_and_the_same_everywhere(page: StatisticsPage) -> None:
    quick_small_and_not_too_high(lambda: draw_statistics(page, look()), 3, 100_000)
    same_in_all_threads(lambda: draw_statistics(page, look()), 4)


def test_bars_and_guesses_are_as_long_as_they_are_large() -> None:
    sheet = statistics_sheet(PERSON, look())
    high = {name: box[3] - box[1] for name, box in sheet.boxes.items() if name.startswith("bar ")}
    assert high["bar 0"] > 20 * high["bar 1"] >= 20
    assert "bar 3" not in high, "no bar where nothing is counted"


def test_guesses_stand_on_a_scale() -> None:
    """Its numbers are round, hold all guesses between them, and stand where they mean."""
    boxes = statistics_sheet(PERSON, look()).boxes
    numbers = {int(name.split()[1]): box for name, box in boxes.items() if name.startswith("scale ")}
    assert sorted(numbers) == [10, 20, 30, 40]
    middles = [(numbers[n][0] + numbers[n][2]) / 2 for n in sorted(numbers)]
    steps = [b - a for a, b in pairwise(middles)]
    assert max(steps) - min(steps) <= 4
    assert "scale" in boxes
    assert not [name for name in statistics_sheet(EMPTY, look()).boxes if name.startswith("scale")]


@pytest.mark.parametrize("low", [-4.0, 24.9])
def test_a_single_guess_has_a_scale_too(low: float) -> None:
    page = StatisticsPage(
        "Ann", "Catan", "One.", lines=(StatisticsLine("1.", "Catan", "of 2", Span(low, low + 0.1, low + 0.2)),)
    )
    assert len([name for name in statistics_sheet(page, look()).boxes if name.startswith("scale ")]) >= 2


def test_the_last_row_of_boxes_is_filled() -> None:
    boxes = statistics_sheet(StatisticsPage("Ann", "all", "Some.", boxes=PERSON.boxes[:4]), look()).boxes
    assert boxes["box 3"][2] - boxes["box 3"][0] > WIDE - 3 * EDGE


def test_a_rating_has_its_number_and_says_that_it_is_a_guess() -> None:
    """Also the longest one stands there whole, a line for each."""
    line = StatisticsLine("10.", "Carcassonne", "of 100, rating 25.5", Span(10, 25.5, 40), more="a first guess yet")
    boxes = statistics_sheet(StatisticsPage("Ann", "all games", "One.", lines=(line,)), look()).boxes
    assert boxes["0.said"][3] <= boxes["0.more"][1]
    assert boxes["0.more"][3] <= boxes["line 0"][3]


@pytest.mark.parametrize("rtl", [False, True])
def test_the_scale_of_ratings_runs_from_the_left_whoever_reads(rtl: bool) -> None:
    sheet = statistics_sheet(PERSON, look(rtl=rtl))
    numbers = sorted((int(name.split()[1]), box[0]) for name, box in sheet.boxes.items() if name[:6] == "scale ")
    assert len(numbers) >= 3
    assert [x for _, x in numbers] == sorted(x for _, x in numbers)
