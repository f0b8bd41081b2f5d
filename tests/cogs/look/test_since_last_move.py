"""What somebody missed: pages of pictures, views they need, what has changed for the reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.look import since_last_move
from cogs.look.since_last_move import MissedTurns
from cogs.post.story_lines import StoryLine
from cogs.screen.turns import Turn
from render import RecapTurn
from render.core.recap import turns_per_page
from service.state.model import LogEntry, StoredEvent
from service.state.readable_log import last_own_move
from tests.cogs.harness import table_of
from words import Voice

NAMES = ("Ann", "Ben", "Cid")


class Drawing:
    """In place of a renderer: six turns on a picture."""

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        return turns_per_page(turns)


DRAWING: Any = Drawing()


def entry(seq: int, seat: int | None, act: str | None = "act", at: int = 0) -> LogEntry:
    return LogEntry(seq, seat, "move", "", (), False, (), at, act, seq)


def line(seat: int, since: int, until: int) -> StoryLine:
    turn = Turn(seat, [StoredEvent("carc.tile.drawn", {"seat": seat}, None)], since, until)
    return StoryLine(f"turn {until}", "", "", seat, turn=turn, events=turn.events)


def of(lines: Sequence[StoryLine], scores: Sequence[int] = (5, 9, 5), **changed: Any) -> MissedTurns:
    view: Any = SimpleNamespace(scores=list(scores), tasks={}, over=False)
    what = MissedTurns(table_of("toy", None, 3), view, 0, entry(10, 0, at=1000), lines, {})
    return replace(what, **changed)


def test_the_last_act_of_a_person_counts_and_none_of_a_machine_in_their_place() -> None:
    log = [entry(1, 0), entry(2, 1), entry(3, 0), entry(4, 0, act=None), entry(5, 1)]
    table = table_of("toy", None, 3)
    found = last_own_move(table, 100, log)
    assert found is not None
    assert found.seq == 3
    assert last_own_move(table, 102, log) is None


def test_lines_of_no_turn_stand_on_the_last_page() -> None:
    several = StoryLine("Nobody traded.", "", "", is_idle=True)
    told = [line(n % 2 + 1, 10 + n, 11 + n) for n in range(8)]
    pages = since_last_move.split_recap_pages(DRAWING, of([*told, several]))
    assert [len(page) for page in pages] == [6, 3]
    assert pages[-1][-1] is several
    assert since_last_move.split_recap_pages(DRAWING, of([several])) == []


def test_the_table_is_looked_at_where_turns_begin_and_end_and_never_before_the_reader_moved() -> None:
    page = [line(1, 4, 11), line(2, 11, 13)]
    assert since_last_move.recap_entries(of(page), page) == [10, 11, 13]


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ([5, 9, 5], ["+2 points", "4 points behind Ben now"]),
        ([3, 3, 1], ["as many points as Ben now"]),
        ([3, 3, 3], ["as many points as Ben and Cid now"]),
        ([3, 5, 5], ["2 points behind Ben and Cid now"]),
        ([3, 2, 2], ["1 point ahead of Ben and Cid now"]),
        ([3, 5, 5, 5], ["2 points behind Ben and 2 others now"]),
        ([1, 0, 0], ["−2 points", "1 point ahead of Ben and Cid now"]),
    ],
)
def test_what_has_changed_for_the_reader(now: list[int], told: list[str]) -> None:
    before: Any = SimpleNamespace(scores=[3, 0, 0])
    found = since_last_move.change_pills(of([], now, before=before), Voice("en", [*NAMES, "Dan"]))
    assert [pill.text for pill in found] == told
    assert [pill.text for pill in found if pill.loss] == [text for text in told if text.startswith("−")]


def test_who_has_not_moved_yet_is_told_of_no_change() -> None:
    assert since_last_move.change_pills(of([], since=None), Voice("en", NAMES)) == []


def test_only_the_last_page_says_how_things_stand() -> None:
    page = [line(1, 10, 11)]
    views = {10: "before", 11: "after"}
    two_days = 1000 + 2 * 86_400
    first = since_last_move.build_recap(of(page), page, views, two_days, Voice("en", NAMES), last=False)
    assert first.title == "Since your last move: 2 days"
    assert (first.now, first.task) == (None, "")
    assert [(step.before, step.after) for step in first.steps] == [("before", "after")]
    last = since_last_move.build_recap(of(page), page, views, two_days, Voice("en", NAMES), last=True)
    assert last.now is not None
