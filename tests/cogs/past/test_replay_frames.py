"""Which turns are shown in which frame of a replay."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from cogs.games import face_for
from cogs.past.replay_frames import ReplayFrame, count_ending_frames, iter_scenes, plan_frames
from render.core.film import MOST
from service.play.history import ReplayedEntry
from service.state.model import LogEntry, StoredEvent

LAID = "carc.tile.laid"


def said(seat: int | None, events: Sequence[StoredEvent]) -> str:
    """Who did what, instead of a sentence about it."""
    return f"{seat}: {' '.join(event.key for event in events)}"


def entry(seq: int, seat: int | None, *events: StoredEvent) -> LogEntry:
    return LogEntry(seq, seat, "start" if seq == 1 else "move", "x", (), False, events, 0, "act", seq)


def played(*seats: int) -> list[LogEntry]:
    """The start, and one move of each of these seats, in which a tile is laid."""
    moves = (entry(seq, seat, StoredEvent(LAID, {"seat": seat, "tile": "t"})) for seq, seat in enumerate(seats, 2))
    return [entry(1, None), *moves]


def test_a_frame_for_each_turn_after_the_table_as_it_was_laid() -> None:
    found = plan_frames(face_for("carcassonne"), played(0, 0, 1, 2, 2, 0))
    assert found == [ReplayFrame(1), ReplayFrame(3, 0), ReplayFrame(4, 1), ReplayFrame(6, 2), ReplayFrame(7, 0)]


def test_a_game_that_has_not_begun_has_nothing_to_show() -> None:
    assert plan_frames(face_for("carcassonne"), played()) == [ReplayFrame(1)]


def test_what_was_taken_back_is_in_no_frame() -> None:
    log = played(0, 1, 2)
    undo = LogEntry(5, 2, "undo", "undo 3", (), False, (), 0, "act", 5)
    again = entry(6, 1, StoredEvent(LAID, {"seat": 1, "tile": "t"}))
    assert plan_frames(face_for("carcassonne"), [*log, undo, again]) == [
        ReplayFrame(1),
        ReplayFrame(2, 0),
        ReplayFrame(6, 1),
    ]


def test_where_nothing_was_to_be_seen_the_next_turn_shows_it() -> None:
    """And at the end, the one before."""
    log = played(0, 1, 2)
    log[2] = entry(3, 1)
    paused = LogEntry(5, None, "table", "pause", (), False, (StoredEvent("table.paused", {}),), 0, "act", 5)
    assert plan_frames(face_for("carcassonne"), [*log, paused]) == [
        ReplayFrame(1),
        ReplayFrame(2, 0),
        ReplayFrame(5, 2),
    ]


@pytest.mark.parametrize("turns", [1, 5, MOST - 1, MOST, 150, 400, 3000])
def test_too_many_turns_are_joined_evenly(turns: int) -> None:
    log = played(*(n % 3 for n in range(turns)))
    found = plan_frames(face_for("carcassonne"), log)
    assert len(found) == min(MOST, turns + 1)
    assert found[-1].last_entry == log[-1].seq
    many = {b.last_entry - a.last_entry for a, b in pairwise(found)}
    assert max(many) - min(many) <= 1


async def walked(log: Sequence[LogEntry], asked: list[int | None]) -> AsyncIterator[ReplayedEntry]:
    def view(seq: int, seat: int | None) -> str:
        asked.append(seat)
        return f"after {seq}"

    for one in log:
        yield ReplayedEntry(one, partial(view, one.seq))


async def test_scenes_know_what_everybody_saw_and_was_told_and_no_more() -> None:
    secret = StoredEvent("carc.secret", {"seat": 1}, (1,))
    log = played(0, 1)
    log[2] = entry(3, 1, secret, *log[2].events)
    asked: list[int | None] = []
    found: list[Any] = [
        scene async for scene in iter_scenes(walked(log, asked), plan_frames(face_for("carcassonne"), log), said)
    ]
    assert [(scene.before, scene.view, scene.seat) for scene in found] == [
        ("after 1", "after 1", None),
        ("after 1", "after 2", 0),
        ("after 2", "after 3", 1),
    ]
    assert [[key for key, _ in scene.events] for scene in found] == [[], [LAID], [LAID]]
    assert [scene.words for scene in found] == ["None: ", f"0: {LAID}", f"1: {LAID}"]
    assert set(asked) == {None}
    assert len(asked) == 3  # views are made where they are shown, and nowhere else


async def test_there_are_as_many_as_parts_where_something_is_taken_back_meanwhile() -> None:
    log = played(0, 1, 2)
    reel = plan_frames(face_for("carcassonne"), log)
    found = [scene async for scene in iter_scenes(walked(log[:2], []), reel, said)]
    assert len(found) == len(reel) == 4
    assert [scene.view for scene in found] == ["after 1", "after 2", "after 2", "after 2"]


def scored(category: str, points: int, **more: Any) -> StoredEvent:
    return StoredEvent("carc.feature.scored", {"category": category, "seats": [0], "points": points, **more})


async def test_a_game_that_is_over_ends_with_its_last_scoring_kind_by_kind_and_the_sheet() -> None:
    log = played(0, 1)
    laid, done = log[2].events[0], scored("cities", 4, complete=True)
    log[2] = entry(3, 1, laid, done, scored("fields", 9), scored("roads", 1), scored("cities", 2), scored("roads", 3))
    assert plan_frames(face_for("carcassonne"), log) == [ReplayFrame(1), ReplayFrame(2, 0), ReplayFrame(3, 1)]
    found = plan_frames(face_for("carcassonne"), log, winners=(0,))
    assert found == [
        ReplayFrame(1),
        ReplayFrame(2, 0),
        ReplayFrame(3, 1, (0, 1)),
        ReplayFrame(3, 1, (3, 5)),
        ReplayFrame(3, 1, (4,)),
        ReplayFrame(3, 1, (2,)),
        ReplayFrame(3, winners=(0,)),
    ]
    assert count_ending_frames(found) == 4
    shown = [scene async for scene in iter_scenes(walked(log, []), found, said)]
    told = [[params.get("points") for _, params in scene.events] for scene in shown]
    assert told == [[], [None], [None, 4], [1, 3], [2], [9], []]
    later = [sorted(params["points"] for _, params in scene.later) for scene in shown]
    assert later == [[], [], [1, 2, 3, 9], [2, 9], [9], [], []]
    assert [scene.words for scene in shown[-2:]] == ["1: carc.feature.scored", ""]  # the sheet says it all
    assert [scene.ended and scene.ended.winners for scene in shown] == [None] * 6 + [(0,)]


def test_the_end_has_its_frames_however_many_turns_are_joined() -> None:
    log = played(*[seat % 3 for seat in range(200)])
    found = plan_frames(face_for("carcassonne"), log, 20, ())
    assert len(found) == 20
    assert found[-1] == ReplayFrame(201, winners=())
    assert found[-2].last_entry == 201
    assert count_ending_frames(found) == 1
