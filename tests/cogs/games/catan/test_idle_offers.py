"""Offers that nobody took are told in one line of the log."""

from __future__ import annotations

from typing import Any

from cogs.games import face_for
from cogs.screen import event_text
from service.state.model import LogEntry, StoredEvent
from words import Voice

CATAN = face_for("catan")
SAY = Voice("en", ["Ann", "Ben", "Cid"])


def entry(seq: int, seat: int, key: str, **params: Any) -> LogEntry:
    event = StoredEvent(f"catan.{key}", {"seat": seat, **params})
    return LogEntry(seq, seat, "move", "x", (), False, (event,), 1000, None, seq)


def offer(seq: int, number: int, give: str = "wool", seat: int = 0) -> LogEntry:
    return entry(seq, seat, "trade.offered", give=[give], want=["ore"], to_seats=[1, 2], offer=number, first=True)


def no(seq: int, seat: int, number: int) -> LogEntry:
    return entry(seq, seat, "trade.declined", offer=number)


def told(*entries: LogEntry, cuts: tuple[int, ...] = ()) -> dict[int, str | None]:
    found = CATAN.replace_idle_entries(entries, cuts)
    return {seq: None if event is None else event_text.describe_event(event, SAY) for seq, event in found.items()}


def test_one_offer_with_its_answers_is_one_line() -> None:
    assert told(offer(2, 1), no(3, 1, 1), no(4, 2, 1), entry(5, 0, "turn.ended")) == {
        2: "Ann offered 1 wool for 1 ore to Ben and Cid; nobody took it.",
        3: None,
        4: None,
    }


def test_several_in_a_row_are_one_line() -> None:
    log = [offer(2, 1), no(3, 1, 1), offer(4, 2, "grain"), offer(5, 3), no(6, 2, 3), entry(7, 0, "turn.ended")]
    assert told(*log) == {
        2: "Ann made 3 offers that nobody took: 1 wool for 1 ore; 1 grain for 1 ore.",
        **dict.fromkeys((3, 4, 5, 6)),
    }


def test_of_very_many_kinds_some_are_named() -> None:
    kinds = ("wool", "grain", "brick", "lumber", "ore", "coin", "paper")
    log = [offer(at + 2, at + 1, kind) for at, kind in enumerate(kinds)]
    said = told(*log, entry(20, 0, "turn.ended"))[2]
    assert said is not None
    assert said.startswith("Ann made 7 offers that nobody took: ")
    assert said.endswith(", and 2 other kinds.")


def test_what_came_to_something_or_is_still_open_is_told_as_it_was() -> None:
    done = entry(3, 0, "trade.done", give=["wool"], want=["ore"], to_seat=1)
    assert told(offer(2, 1), done, entry(4, 0, "turn.ended")) == {}
    counter = entry(3, 1, "trade.countered", give=["wool"], want=["ore"], offer=1)
    assert told(offer(2, 1), counter, no(4, 2, 1), entry(5, 0, "turn.ended")) == {}
    assert told(offer(2, 1), no(3, 1, 1)) == {}


def test_other_things_between_begin_a_new_line_and_so_does_where_one_reads_on() -> None:
    built = entry(4, 0, "build.road", path="e1")
    between = told(offer(2, 1), no(3, 1, 1), built, offer(5, 2), entry(6, 0, "turn.ended"))
    assert [seq for seq, said in between.items() if said is not None] == [2, 5]
    cut = told(offer(2, 1), no(3, 1, 1), offer(4, 2), no(5, 1, 2), entry(6, 0, "turn.ended"), cuts=(4,))
    assert [seq for seq, said in cut.items() if said is not None] == [2, 4]
