"""Public messages stay within Discord's limits however much stands in them, and lose the right things first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.post import message_layout
from cogs.post.story_lines import StoryLine
from cogs.post.vote_message import vote_message
from cogs.screen import Button, Choice, File, Row, Screen, Select, discord_views, event_text, naming
from rules.core import Phrase
from service.state.model import LogEntry, PendingTurn, Post, StoredEvent, Vote
from tests.cogs.post.shown import BIG, LANGUAGES, View, table, told_lines, voice
from words import Voice


def entry(seq: int, seat: int | None = 0, act: str | None = "1", kind: Any = "move", **params: Any) -> LogEntry:
    event = StoredEvent("table.undone" if kind == "undo" else "carc.tile.drawn", {"seat": seat or 0, **params})
    return LogEntry(seq, seat, kind, f"place N{seq} 90", (), False, (event,), 0, act, seq)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lines", [0, 1, 6, 40])
def test_a_full_table_message_fits(language: str, lines: int) -> None:
    shown = table()
    say = voice(shown, language)
    view = View((9999,) * 6, {n: Phrase("carc.task.figure") for n in range(6)})
    view.invited = {n: Phrase("carc.task.lay") for n in range(6)}
    post = Post(BIG, 1, 1, "turn", tuple(BIG + n for n in range(6)))
    quick = [Button(f"q:{BIG}:9999:{n}" + "x" * 60, "Q" * 90) for n in range(9)]
    public = message_layout.layout_table_message(
        shown,
        view,
        [StoryLine("S" * 300, "T" * 250, "U" * 200)] * lines,
        say,
        "G" * 60,
        posts=[post],
        quick=quick,
        details=[("d" * 300, "n" * 50)] * 6,
        files=[File("table-1-1.png", b"", "a" * 3000)],
    )
    text = public.screen.text
    assert len(text) <= 2000
    assert say("wait.line", list="", since="").split("{")[0][:10] in text
    assert text.splitlines()[0].count("<@") == 6
    rows = public.screen.rows
    assert len(rows) == 2
    assert len(rows[1]) == 5
    assert len(discord_views.to_discord_files(public.screen)[0].description or "") <= 1024


def test_whole_turns_give_way_the_oldest_first_and_it_is_said() -> None:
    shown = table(2)
    view = View((1, 2), {0: Phrase("carc.task.lay")})
    story = told_lines(*(f"line {n} " + "x" * 200 for n in range(9)))
    lines = message_layout.layout_table_message(shown, view, story, voice(shown), "G").screen.text.splitlines()
    assert lines[1].startswith("… 4 turns more")
    assert [line[:6] for line in lines[2:7]] == [f"line {n}" for n in range(4, 9)]
    story[1] = replace(story[1], costs_reader=True)
    story[8] = replace(story[8], is_idle=True)
    lines = message_layout.layout_table_message(shown, view, story, voice(shown), "G").screen.text.splitlines()
    assert lines[1].startswith("… 3 turns more")
    assert [line[:6] for line in lines[2:7]] == [f"line {n}" for n in (1, 4, 5, 6, 7)]


def test_of_a_turn_what_matters_most_is_told_before_any_is_hidden_and_then_it_is_said_whose() -> None:
    shown = table(3)
    view = View((1, 2, 3), {0: Phrase("carc.task.lay")})
    story = [
        replace(line, seat=n % 3, one_sentence=f"most {n} " + "y" * 80)
        for n, line in enumerate(told_lines(*["x" * 200] * 9))
    ]
    lines = message_layout.layout_table_message(shown, view, story, voice(shown), "G").screen.text.splitlines()
    assert [line[:6] for line in lines[1:10]] == [*(f"most {n}" for n in range(6)), *["x" * 6] * 3]
    crowded = [replace(line, one_sentence="") if line.seat != 2 else line for line in story]
    lines = message_layout.layout_table_message(shown, view, crowded, voice(shown), "G").screen.text.splitlines()
    assert lines[1].startswith("… 2 turns more of ")
    assert voice(shown).seat(0) in lines[1]
    assert voice(shown).seat(1) in lines[1]
    assert voice(shown).seat(2) not in lines[1]


def test_scores_lose_their_details_before_the_waiting_line_goes() -> None:
    scores = [("l" * 999, "short")] * 8
    parts = message_layout.TableMessageParts(
        "p" * 400, "h" * 120, told_lines(*["s" * 140] * 6), scores, "w" * 400, lambda n: str(n)
    )
    text = parts.fit_text()
    assert len(text) <= 2000
    assert "w" * 400 in text
    huge = message_layout.TableMessageParts(
        "p" * 400, "h" * 120, [], [("l" * 200, "s" * 100)] * 8, "w" * 400, lambda n: str(n)
    )
    assert len(huge.fit_text()) <= 2000


def test_how_the_table_rests_stands_above_who_is_waited_for_and_fits() -> None:
    def filled(points: int, story: int) -> str:
        return message_layout.TableMessageParts(
            "p" * 400,
            "h" * 120,
            told_lines(*["s" * 140] * story),
            [("l" * 200, "s" * points)] * 8,
            "w" * 400,
            lambda n, seats: str(n),
            rests="r" * message_layout.REST_LENGTH,
            for_you="f" * 200,
            still_open="o" * 400,
            away="a" * message_layout.AWAY_LENGTH,
        ).fit_text()

    assert len(filled(140, 9)) <= 2000
    text = filled(10, 9)
    assert len(text) <= 2000
    assert "r" * message_layout.REST_LENGTH + "\n" + "w" * 400 in text


@pytest.mark.parametrize("key", ["paused", "paused_moderator", "paused_plain", "frozen", "asked", "asked_clock"])
def test_no_line_about_a_table_that_rests_is_cut(key: str) -> None:
    since, name = "<t:1800000000:R>", naming.escape_markdown("_" * 32)
    assert len(Voice("en", [name])(f"rest.{key}", since=since, seat=0, name=name)) <= message_layout.REST_LENGTH


def test_who_is_on_vacation_stands_last_and_gives_way_last() -> None:
    parts = message_layout.TableMessageParts(
        "p" * 400,
        "h" * 120,
        told_lines(*["s" * 140] * 6),
        [("l" * 200, "s" * 40)] * 8,
        "w" * 400,
        lambda n, seats: str(n),
        still_open="o" * 400,
        for_you="f" * 200,
        away="a" * message_layout.AWAY_LENGTH,
    )
    assert len(parts.fit_text()) <= 2000
    assert parts.fit_text().endswith("w" * 400)
    parts.for_you = parts.still_open = ""
    assert parts.fit_text().endswith("a" * message_layout.AWAY_LENGTH)


def test_of_many_on_vacation_the_names_alone_are_told() -> None:
    shown = table(8, stretches=(PendingTurn(1, 5, 1, True),))
    view = View((1,) * 8, {1: Phrase("carc.task.lay")})

    def last(away: dict[int, int]) -> str:
        return message_layout.layout_table_message(
            shown, view, [], voice(shown), "G", away=away
        ).screen.text.splitlines()[-1]

    assert last({1: 1_900_000_000}) == f"On vacation: {voice(shown).seat(1)} until <t:1900000000:f>."
    everybody = last(dict.fromkeys(range(8), 1_900_000_000))
    assert "<t:" not in everybody
    assert all(voice(shown).seat(seat) in everybody for seat in range(8))
    assert "On vacation" not in last({})


def test_only_those_of_the_posts_are_pinged() -> None:
    shown = table(2, stretches=(PendingTurn(1, 5, 1, True),))
    view = View((1, 2), {1: Phrase("carc.task.lay")})
    post = Post(1, 1, 1, "turn", (BIG + 1,))
    public = message_layout.layout_table_message(shown, view, [], voice(shown), "G", posts=[post])
    assert public.pings == (BIG + 1,)
    assert public.screen.text.splitlines()[0] == f"<@{BIG + 1}>, your turn: lay the tile."
    silent = message_layout.layout_table_message(shown, view, [], voice(shown), "G")
    assert silent.pings == ()
    assert "<@" not in silent.screen.text


def test_nobody_is_told_to_play_first_after_machines_have_moved() -> None:
    post = Post(1, 1, 1, "start", (BIG + 1,))
    view = View((0, 0), {1: Phrase("carc.task.lay")})
    said = []
    for seq in (1, 3):
        shown = table(2, seq=seq, stretches=(PendingTurn(1, 5, 1, True),))
        public = message_layout.layout_table_message(shown, view, [], voice(shown), "G", posts=[post])
        said.append(public.screen.text.splitlines()[0])
    assert said == [
        f"<@{BIG + 1}>, the game begins. You play first: lay the tile.",
        f"<@{BIG + 1}>, the game has begun. Your turn: lay the tile.",
    ]


def test_others_are_told_at_the_start_whose_turn_it_is() -> None:
    post = Post(1, 1, 1, "start", (BIG, BIG + 1))
    shown = table(2, seq=3, stretches=(PendingTurn(1, 5, 1, True),))
    view = View((0, 0), {1: Phrase("carc.task.lay")})
    public = message_layout.layout_table_message(shown, view, [], voice(shown), "G", posts=[post])
    name = voice(shown).seat(1)
    assert public.screen.text.splitlines()[0] == f"<@{BIG}> <@{BIG + 1}>, the game has begun. It is {name}'s turn."


def test_several_owing_seats_are_pinged_in_one_line() -> None:
    shown = table(3)
    view = View((0, 0, 0), {n: Phrase("carc.task.lay") for n in range(3)})
    posts = [Post(1, 1, 1, "turn", (BIG,)), Post(1, 2, 1, "turn", (BIG + 2, BIG))]
    public = message_layout.layout_table_message(shown, view, [], voice(shown), "G", posts=posts)
    assert public.pings == (BIG, BIG + 2)
    assert public.screen.text.splitlines()[0] == f"<@{BIG}> <@{BIG + 2}>, lay the tile."


@pytest.mark.parametrize(
    ("what", "value"),
    [("undo", None), ("end", None), ("pause", None), ("pace", "bank:3d+12h"), ("late", "machine"), ("language", "en")],
)
@pytest.mark.parametrize("status", ["open", "passed", "declined", "void"])
def test_a_full_vote_fits(what: Any, value: str | None, status: Any) -> None:
    shown = table()
    users = tuple(BIG + n for n in range(6))
    vote = Vote(BIG, BIG, what, 9999, BIG, "*" * 100, users, users, users, status, 1, BIG, value=value)
    public = vote_message(vote, shown, voice(shown), "G" * 60, "place N50 90", users)
    assert len(public.screen.text) <= 2000
    assert "{" not in public.screen.text
    assert bool(public.screen.rows) == (status == "open")
    assert public.pings == (users if status == "open" else ())


def test_the_news_are_the_last_act_and_the_machines_after_it() -> None:
    log = [
        entry(1, None, "s", "start"),
        entry(2, 0, "a"),
        entry(3, 1, None),
        entry(4, 0, "b"),
        entry(5, 0, "c"),
        entry(6, 1, None),
        entry(7, 2, None),
    ]
    assert [e.seq for e in event_text.newest_story_entries(log, 99)] == [4, 5, 6, 7]
    assert [e.seq for e in event_text.newest_story_entries(log, 2)] == [3, 4, 5, 6, 7]


async def test_private_screens_stay_within_the_limits() -> None:
    rows: list[Row] = [[Button(f"p:1:1:{n}{m}", "x" * 100) for n in range(5)] for m in range(5)]
    rows.append([Button(f"x:1:1:{n}", "foot") for n in range(3)])
    screen = Screen("t" * 5000, [File("a.png", b"x", "y" * 2000)], rows, below="b" * 100)
    view = discord_views.to_layout_view(screen)
    assert view._total_children <= 40
    assert view.content_length() <= 4000
    assert view.is_finished()
    led = discord_views.to_layout_view(
        Screen("t", [File("a.png", b"x", "y")], [rows[0], rows[-1]], rows_above_pictures=1)
    ).to_components()[0]
    assert [part["type"] for part in led["components"]] == [10, 1, 12, 1]  # text, row, picture, row
    choices = [Choice(str(n), "l" * 200, "d" * 200) for n in range(30)]
    shown = discord_views.to_layout_view(Screen("x", rows=[Select("s:1:1:0:x", choices, "p" * 200, 1, 30)]))
    options = shown.to_components()[0]["components"][1]["components"][0]["options"]
    assert len(options) == 25
    assert all(len(option["label"]) <= 100 and len(option["description"]) <= 100 for option in options)


def test_names_give_way_to_letters_then_turns_to_what_matters_then_details() -> None:
    shown = table(6)
    view = View((1,) * 6, {0: Phrase("carc.task.lay")})
    say = voice(shown)

    def lines(whole: int, brief: int, short: int, details: Sequence[tuple[str, str]] = ()) -> list[str]:
        told = [StoryLine("n" * whole, "l" * brief, "s" * short)]
        public = message_layout.layout_table_message(shown, view, told, say, "G", details=details)
        assert len(public.screen.text) <= 2000
        return public.screen.text.splitlines()

    assert lines(900, 700, 300)[1] == "n" * 900
    assert lines(1300, 700, 300)[1] == "l" * 700
    assert lines(1300, 1250, 300)[1] == "s" * 300
    assert lines(1000, 700, 300, [("d" * 95, "")] * 6)[1] == "l" * 700
    crowded = lines(1190, 1180, 1170, [("d" * 95, "")] * 6)
    assert crowded[1] == "l" * 1180  # the turns stay whole before details do
    assert not any("d" * 95 in line for line in crowded)
    assert lines(1300, 1300, 1300)[1] == "s" * 399 + "…"


def test_notes_behind_the_points_give_way_before_turns_and_details_do() -> None:
    shown = table(4)
    view = View((1,) * 4, {0: Phrase("carc.task.lay")})

    def text(story: int, detail: int, note: int) -> str:
        told = [StoryLine("l" * story, "l" * story, "s" * 300)]
        details = [("d" * detail, "n" * note)] * 4
        return message_layout.layout_table_message(shown, view, told, voice(shown), "G", details=details).screen.text

    assert "n" * 40 in text(1000, 40, 40)
    crowded = text(1190, 70, 40)
    assert "n" * 40 not in crowded
    assert "d" * 70 in crowded
    assert "l" * 1190 in crowded
    assert "d" * 70 in text(1300, 70, 5)  # the story is too long for itself: that costs no details


def test_an_answer_is_told_with_what_it_answers() -> None:
    log = [entry(1, None, "s", "start"), entry(2, 0, "a"), entry(3, 1, "b"), entry(4, 1, "c")]
    log += [replace(entry(5, 0, "d"), move="discard ore"), replace(entry(6, 2, "e"), move="pass aqueduct")]
    assert [e.seq for e in event_text.newest_story_entries(log, 99)] == [6]
    assert [e.seq for e in event_text.newest_story_entries(log, 99, {"discard", "pass aqueduct"})] == [3, 4, 5, 6]
    assert [e.seq for e in event_text.newest_story_entries(log, 99, {"discard", "pass build"})] == [6]
