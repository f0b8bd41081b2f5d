"""From which entry of the log on a picture outlines what is new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cogs.post.outlines import find_view_after, last_known_entry, mark_changes
from service.state.model import EntryKind, LogEntry, PendingTurn, StoredEvent, Table
from tests.cogs.harness import table_of

ANN, BEN, CID = 0, 1, 2


def log(*moves: str) -> list[LogEntry]:
    """`0 roll`: a person of that seat; `0* roll`: a machine on it; after the start of the game."""
    entries = [LogEntry(1, None, "start", "start", (), False, (), 0, None, 1)]
    for seq, line in enumerate(moves, 2):
        who, _, move = line.partition(" ")
        kind: EntryKind = "undo" if move.startswith("undo") else "move"
        act = None if who.endswith("*") else f"a{seq}"
        entries.append(LogEntry(seq, int(who[0]), kind, move, (), False, (), 0, act, seq))
    return entries


def waits(seat: int, seq: int, *, told: int | None = None, machines: tuple[int, ...] = ()) -> Table:
    """A table of three that waits for a seat since that entry; it was told of its turn then, or at `told`."""
    table = table_of("catan", None, 3, seq=40)
    seats = [
        replace(
            s,
            machine="normal" if s.index in machines else None,
            pinged_seq=(told or seq) if s.index == seat else None,
        )
        for s in table.seats
    ]
    return replace(table, seats=tuple(seats), stretches=(PendingTurn(seat, 0, seq, True),))


def test_all_that_three_turns_brought_is_new_to_whose_turn_it_is() -> None:
    history = log("0 roll", "0 end", "1* roll", "1* end", "2* build-road e4", "2* end")
    assert last_known_entry(waits(ANN, 7, machines=(1, 2)), history) == 3


def test_ones_own_moves_of_the_turn_take_nothing_away() -> None:
    """The message is edited while the turn goes on."""
    history = log("0 end", "1 build-road e4", "1 end", "0 roll", "0 build-road e9")
    assert last_known_entry(waits(ANN, 4), history) == 2


def test_who_goes_on_after_others_have_answered_was_told_when_the_turn_began() -> None:
    history = log("0 end", "1 end", "0 roll", "0 offer", "1* decline")
    assert last_known_entry(waits(ANN, 6, told=3), history) == 2


def test_what_a_standing_answer_said_is_not_an_act_of_the_person() -> None:
    history = log("0 end", "1 roll", "0* pass", "1 end")
    assert last_known_entry(waits(ANN, 5), history) == 2


def test_of_several_who_are_asked_the_one_longest_away_counts() -> None:
    history = log("0 end", "1 end", "2 roll")
    table = waits(ANN, 4)
    table = replace(table, stretches=(*table.stretches, PendingTurn(BEN, 0, 4, False)))
    assert last_known_entry(table, history) == 2


def test_what_was_taken_back_counts_for_nobody() -> None:
    history = log("0 end", "1 build-road e4", "0 build-road e9", "0 undo 4", "1 end")
    assert last_known_entry(waits(ANN, 6), history) == 2


def test_who_has_not_acted_yet_sees_all_since_the_start() -> None:
    assert last_known_entry(waits(BEN, 4), log("0 place", "0 place", "2 place")) == 1


def test_while_only_machines_are_waited_for_the_last_act_of_a_person_and_theirs_are_new() -> None:
    history = log("1 end", "0 roll", "0 build-road e9", "0 end", "1* roll")
    assert last_known_entry(waits(BEN, 5, machines=(1,)), history) == 2


class Shown:
    """What `outlined` asks of the program: the position of then, and a renderer that says what it was asked."""

    tables = history = property(lambda self: self)
    broken = False

    def renderer(self, kind: str) -> Any:
        return self

    async def view_after(self, table: Table, seq: int, *, history: Sequence[LogEntry]) -> str:
        return f"after {seq} of {len(history)}"

    def since(self, before: Any, view: Any, events: Any) -> Any:
        return view, "outlined", before

    def news(self, before: Any, view: Any, events: Any) -> Any:
        if self.broken:
            raise ValueError("an event that nobody understands")
        return [key for key, _ in events]


async def test_what_the_picture_tells_comes_from_what_everybody_was_told_since() -> None:
    history = log("0 roll", "0 end", "1* roll", "1* end", "2* build-road e4", "2* end")
    events = (StoredEvent("catan.road.built", {"seat": 2}, None, False), StoredEvent("catan.secret", {}, (1,), False))
    history[5] = replace(history[5], events=events)
    shown: Any = Shown()
    view: Any = "now"
    table = waits(ANN, 7, machines=(1, 2))
    first = last_known_entry(table, history)
    before = await find_view_after(shown, table, first, history)
    told: Any = mark_changes(shown, table, before, view, history, first)
    assert told == (("now", "outlined", "after 3 of 7"), ["catan.road.built"])
    assert await find_view_after(shown, replace(table, seq=3), 3, history) is None, "nothing has happened"
    told = mark_changes(shown, table, None, view, history, 3)
    assert told == ("now", None)


def test_a_message_is_worth_more_than_its_outlines() -> None:
    history = log("0 roll", "0 end", "1* roll", "1* end", "2* end")
    shown: Any = Shown()
    shown.broken = True
    view: Any = "now"
    before: Any = "before"
    told: Any = mark_changes(shown, waits(ANN, 6, machines=(1, 2)), before, view, history, 2)
    assert told == ("now", None)
