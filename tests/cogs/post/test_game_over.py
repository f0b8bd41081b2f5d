"""The message of a game that is over stays within the limits, and says what it leaves out."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.post import message_layout
from cogs.post.points import points_table
from cogs.post.story_lines import StoryLine
from cogs.screen import File
from service.state.model import COLOURS, Post, Seat, StoredEvent
from tests.cogs.post.shown import BIG, LANGUAGES, LONG, View, table, told_lines, voice


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_end_of_a_game_fits(language: str) -> None:
    seats = tuple(Seat(n, BIG + n, LONG, COLOURS[n], place=1) for n in range(6))
    shown = table(status="over", seats=seats, stretches=(), key_shown="ff")
    view = View((9999,) * 6, {}, tally={f"category {n}": (9999,) * 6 for n in range(9)}, over=True)
    post = Post(BIG, 1, 1, "over", tuple(BIG + n for n in range(6)))
    public = message_layout.layout_table_message(
        shown, view, told_lines(*["S" * 300] * 9), voice(shown, language), "G" * 60, posts=[post]
    )
    text = public.screen.text
    assert len(text) <= 2000
    block = text[text.index("```") + 4 : text.rindex("```")].splitlines()
    seen = [line.translate(dict.fromkeys((0x2066, 0x2068, 0x2069))) for line in block]  # isolates take no room
    width = (lambda line: line.rindex("9999")) if language == "he" else len  # there what they are called comes last
    assert len({width(line) for line in seen[1:]}) == 1, "the columns are not aligned"
    assert len(block) == 11


@pytest.mark.parametrize("count", [2, 6, 8])
def test_no_line_of_the_points_is_broken_by_a_phone(count: int) -> None:
    """Six columns with names were wrapped into a heap of numbers."""
    shown = table(count)
    cities = 110 if count < 8 else 31  # nobody has a hundred points in a game of eight
    tally = {"roads": [9] * count, "cities": [cities] * count, "a long category": [0] * count}
    text = points_table(shown, tally, [cities + 9] * count, voice(shown))
    above, block = text.split("```", 1)
    lines = block.strip("`\n").split("\n")
    assert len(lines) == 5
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 34
    for seat in shown.seats:
        assert seat.colour in lines[0].split()
        assert voice(shown).seat(seat.index) in above or seat.name[:5] in lines[0]


def test_letters_of_another_font_move_no_column() -> None:
    """Hebrew letters are as wide as a phone likes: the points stand before them, and names above."""
    seats = (Seat(0, BIG, "נועה", "R", place=1), Seat(1, BIG + 1, "Ben", "B", place=2))
    shown = table(status="over", seats=seats, stretches=())
    text = points_table(shown, {"roads": (9, 110), "cities": (12, 3)}, (21, 113), voice(shown, "he"))
    above, block = text.split("```", 1)
    assert "נועה" in above
    lines = [re.sub("[\u2066-\u2069]", "", line) for line in block.strip("`\n").split("\n")]
    assert [line[:6] for line in lines] == [" R   B", " 9 110", "12   3", "21 113"]
    assert all(re.fullmatch("[\u0590-\u05ff ]+", line[6:]) for line in lines[1:])
    text = points_table(shown, {"roads": (9, 110)}, (9, 110), voice(shown))
    assert "נועה" in text.split("```")[0]
    assert "נועה" not in text.split("```")[1]


def test_the_story_of_the_end_is_not_cut_where_there_is_room() -> None:
    seats = tuple(Seat(n, BIG + n, LONG, COLOURS[n], place=1 + n) for n in range(3))
    shown = table(status="over", seats=seats, stretches=())
    view = View((9, 8, 7), {}, tally={"roads": (9, 8, 7)}, over=True)
    for told, line in (
        (StoryLine("n" * 900, "l" * 500, "s"), "n" * 900),
        (StoryLine("n" * 1201, "l" * 500, "s"), "l" * 500),
    ):
        public = message_layout.layout_table_message(shown, view, [told], voice(shown), "G")
        assert line in public.screen.text.splitlines()
        assert len(public.screen.text) <= 2000


def test_an_end_whose_story_calls_players_by_letters_says_whose_they_are() -> None:
    seats = tuple(Seat(n, BIG + n, f"P{n}", COLOURS[n], place=1 + n) for n in range(2))
    shown = table(status="over", seats=seats, stretches=())
    view = View((9, 8), {}, over=True)
    picture = [File("a.png", b"", "alt")]
    for told, points in (("n" * 90, "P0 9 · P1 8"), ("n" * 1900, f"{COLOURS[0]} = P0 9 · {COLOURS[1]} = P1 8")):
        public = message_layout.layout_table_message(
            shown, view, [StoryLine(told, "brief", "s")], voice(shown), "G", files=picture
        )
        assert f"Points: {points}" in public.screen.text.replace("*", "")


def test_an_end_that_calls_nobody_begins_with_a_capital() -> None:
    seats = tuple(Seat(n, BIG + n, f"P{n}", COLOURS[n], place=1 + n) for n in range(2))
    view = View((9, 8), {}, over=True)
    for status, head in (("over", "The game is over: P0 wins"), ("abandoned", "The game was ended without a winner.")):
        shown = table(status=status, seats=seats, stretches=())
        assert message_layout.layout_table_message(shown, view, [], voice(shown), "G").screen.text.startswith(head)


def test_of_points_that_are_left_out_it_says_how_many_and_where_they_are() -> None:
    seats = tuple(Seat(n, BIG + n, f"P{n}", COLOURS[n], place=1 + n) for n in range(2))
    shown = table(status="over", seats=seats, stretches=())
    view = View((9, 8), {}, over=True)

    def lines(*told: StoryLine) -> list[str]:
        return message_layout.layout_table_message(shown, view, told, voice(shown), "G").screen.text.splitlines()

    many = StoryLine("w" * 1300, "b" * 1300, "five of them", omitted_count=7)
    assert lines(many)[2:4] == ["five of them", "… 7 more: *Log*"]
    assert not any(line.startswith("…") for line in lines(replace(many, with_letters="b" * 800)))
    events = (StoredEvent("carc.tile.drawn", {}),) * 3
    told = [replace(many, important=f"{n}" * 399, omitted_count=2, events=events) for n in range(5)]
    assert lines(*told)[2:7] == [*(f"{n}" * 399 for n in range(1, 5)), f"… {5 * 2 + 1} more: *Log*"]


def test_it_says_by_what_a_tie_was_broken() -> None:
    seats = tuple(Seat(n, BIG + n, f"P{n}", COLOURS[n], place=1 + n) for n in range(2))
    view: Any = View((27, 27), {}, over=True)
    view.sheet = [SimpleNamespace(total=27, districts=districts) for districts in (22, 20)]
    view.players = [SimpleNamespace(gold=0)] * 2
    for status, told in (("over", True), ("abandoned", False)):
        shown = table(kind="citadels", status=status, seats=seats, stretches=())
        text = message_layout.layout_table_message(shown, view, [], voice(shown), "G").screen.text
        assert ("Equal points: more in districts decide, 22 to 20." in text) is told


def test_it_says_by_what_the_winner_was_ahead() -> None:
    seats = tuple(Seat(n, BIG + n, name, COLOURS[n], place=1 + n) for n, name in enumerate(("Ann", "Ben", "Cid")))
    tally = {"roads": (5, 4, 0), "cities": (30, 7, 1), "fields": (3, 15, 0), "monasteries": (9, 12, 0)}
    view = View((47, 38, 1), {}, tally=tally, over=True)
    ahead = "Ann was ahead of Ben by 9 points: 23 more for cities, 1 more for roads, 12 fewer for fields"
    told = f"{ahead}, 3 fewer for monasteries."  # all of it, where it is not much
    for status, winners, expected in (("over", 1, True), ("over", 2, False), ("abandoned", 1, False)):
        placed = tuple(replace(seat, place=1 if seat.index < winners else 3) for seat in seats)
        shown = table(status=status, seats=placed, stretches=())
        lines = message_layout.layout_table_message(
            shown, view, told_lines("moved"), voice(shown), "G"
        ).screen.text.splitlines()
        assert (told in lines) is expected
        assert not expected or lines.index(told) < lines.index("moved")
    shown = table(status="over", seats=seats, stretches=())
    more = {"fairy": (1, 0, 0), "castles": (1, 0, 0), "king": (0, 1, 0)}
    much = View((48, 38, 1), {}, tally={**tally, **more}, over=True)
    ahead = "Ann was ahead of Ben by 10 points, above all by these"
    told = f"{ahead}: 23 more for cities, 1 more for castles, 12 fewer for fields."
    assert told in message_layout.layout_table_message(shown, much, [], voice(shown), "G").screen.text
    equal = View((47, 47, 1), {}, tally=tally, over=True)
    assert "ahead of" not in message_layout.layout_table_message(shown, equal, [], voice(shown), "G").screen.text


def test_names_that_run_from_the_right_leave_the_numbers_where_they_are() -> None:
    seats = tuple(
        Seat(n, BIG + n, name, COLOURS[n], place=1 + n) for n, name in enumerate(("\u05e2\u05d5\u05de", "Ben"))
    )
    shown = table(status="over", seats=seats, stretches=())
    view = View((9, 8), {}, tally={"roads": (9, 8)}, over=True)
    for files in ([], [File("a.png", b"", "alt")]):
        text = message_layout.layout_table_message(shown, view, [], voice(shown), "G", files=files).screen.text
        block = text.split("```")
        outside = "".join(block[::2])
        assert outside.count("\u05e2") == outside.count("\u2068\u05e2\u05d5\u05de\u2069") > 0
    going = table(2, seats=seats)
    text = message_layout.layout_table_message(going, view, [], voice(going), "G").screen.text
    assert text.count("\u2068\u05e2\u05d5\u05de\u2069") == 1, "in the line of the points"
