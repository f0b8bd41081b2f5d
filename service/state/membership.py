"""Who has left the server of a table, and what the table has said about their seat. Pure.

That somebody has left, is back, or is waited for stands in the log as entries of the table; the seat keeps since when.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from db.rows import BriefEntry

from .mail import Reminder
from .model import LogEntry, Post, Seat, Table

LEFT, BACK, WAIT = "left", "returned", "wait"  # what entries of the kind `table` say of a seat
EMPTY: Final = "empty"  # what the notice is called that asks the table about such a seat


def awaited_departed_seats(table: Table, log: Iterable[BriefEntry], new: Iterable[LogEntry] = ()) -> frozenset[int]:
    """The seats of people who have left, for whom the table has said that it waits."""
    if all(seat.left_at is None for seat in table.seats):
        return frozenset()
    found: set[int] = set()
    entries: Iterable[BriefEntry | LogEntry] = chain(log, new)
    for entry in entries:
        if entry.kind != "table" or entry.seat is None:
            continue
        if entry.move == WAIT:
            found.add(entry.seat)
        elif entry.move in (LEFT, BACK):
            found.discard(entry.seat)
    return frozenset(index for index in found if table.seats[index].left_at is not None)


def is_seat_empty(seat: Seat) -> bool:
    """Whether the table has to say what becomes of a seat: its owner has left, and nobody plays for them."""
    return seat.human and not seat.here


def empty_seat_questions(old: Table, new: Table, awaited: Collection[int], now: int) -> list[Reminder]:
    """The table is asked about every empty seat that begins to be waited for, or whose owner was found to have left,
    if anybody is there to answer."""

    def asked(table: Table) -> dict[int, int]:
        """Seat -> the length of the log when it began to be waited for."""
        if table.status != "active" or not table.present:
            return {}
        return {s.seat: s.seq for s in table.stretches if is_seat_empty(table.seats[s.seat])}

    found, before = [], asked(old)
    for index, seq in asked(new).items():
        if before.get(index) != seq and index not in awaited:
            stretch = new.pending_turn_of(index)
            assert stretch is not None, "it is waited for"
            found.append(Reminder(new.id, index, seq, stretch.timer.step, EMPTY, now))
    return found


def host_or_successor(table: Table) -> int:
    """The host, or the first person who is still here where the host has left or resigned."""
    host = table.seat_of(table.host)
    if host is not None and host.left_at is None and not host.resigned:
        return table.host
    owners = (seat.user_id for seat in table.present if seat.left_at is None)  # not where a friend alone is here
    return next((user for user in owners if user is not None), table.host)


def drop_mentions_of_departed(table: Table, posts: Sequence[Post]) -> list[Post]:
    """The posts without the mentions of people who have left: nobody calls them."""
    left = {seat.user_id for seat in table.seats if seat.left_at is not None}
    if not left:
        return list(posts)
    return [replace(post, pings=tuple(user for user in post.pings if user not in left)) for post in posts]


def drop_reminders_of_departed(table: Table, found: Sequence[Reminder]) -> list[Reminder]:
    """The notices without those that would remind somebody who has left."""
    return [notice for notice in found if notice.what == EMPTY or not is_seat_empty(table.seats[notice.seat])]
