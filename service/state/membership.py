"""Players who left the server, and decisions about their seats. Pure.

Leaving, returning and waiting are log entries of kind `table`; the seat keeps the time of leaving.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from db.rows import BriefEntry

from .mail import Reminder
from .model import LogEntry, Post, Seat, Table

LEFT, BACK, WAIT = "left", "returned", "wait"  # texts of such entries
EMPTY: Final = "empty"  # kind of the reminder that asks about such a seat


def awaited_departed_seats(table: Table, log: Iterable[BriefEntry], new: Iterable[LogEntry] = ()) -> frozenset[int]:
    """Seats of departed players for whom the table decided to wait."""
    if all(seat.left_at is None for seat in table.seats):
        return frozenset()
    awaited: set[int] = set()
    entries: Iterable[BriefEntry | LogEntry] = chain(log, new)
    for entry in entries:
        if entry.kind != "table" or entry.seat is None:
            continue
        if entry.move == WAIT:
            awaited.add(entry.seat)
        elif entry.move in (LEFT, BACK):
            awaited.discard(entry.seat)
    return frozenset(index for index in awaited if table.seats[index].left_at is not None)


def is_seat_empty(seat: Seat) -> bool:
    """Whether the owner has left and nobody stands in."""
    return seat.is_human and not seat.is_present


def empty_seat_questions(old: Table, new: Table, awaited: Collection[int], now: int) -> list[Reminder]:
    """Reminders that ask about empty seats which are now to move or whose owner was found to have left, if anybody can
    answer."""

    def empty_turns(table: Table) -> dict[int, int]:
        """Seat -> length of the log when its turn began."""
        if table.status != "active" or not table.present_seats:
            return {}
        return {turn.seat: turn.seq for turn in table.stretches if is_seat_empty(table.seats[turn.seat])}

    questions, before = [], empty_turns(old)
    for index, seq in empty_turns(new).items():
        if before.get(index) != seq and index not in awaited:
            turn = new.pending_turn_of(index)
            assert turn is not None, "it is waited for"
            questions.append(Reminder(new.id, index, seq, turn.timer.step, EMPTY, now))
    return questions


def host_or_successor(table: Table) -> int:
    """The host; if they left or resigned, the first player present."""
    host = table.seat_of(table.host)
    if host is not None and host.left_at is None and not host.resigned:
        return table.host
    owners = (seat.user_id for seat in table.present_seats if seat.left_at is None)  # a stand-in alone cannot be host
    return next((user for user in owners if user is not None), table.host)


def drop_mentions_of_departed(table: Table, posts: Sequence[Post]) -> list[Post]:
    """Posts without mentions of departed players."""
    left = {seat.user_id for seat in table.seats if seat.left_at is not None}
    if not left:
        return list(posts)
    return [replace(post, pings=tuple(user for user in post.pings if user not in left)) for post in posts]


def drop_reminders_of_departed(table: Table, reminders: Sequence[Reminder]) -> list[Reminder]:
    """Reminders without those to departed players."""
    return [one for one in reminders if one.what == EMPTY or not is_seat_empty(table.seats[one.seat])]
