"""The log as somebody may read it, who decides for a seat now. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from .history import shown
from .model import Entry, Table
from .seats import eyes, reads, wrote


def readable(table: Table, user_id: int, entries: Iterable[Entry]) -> list[Entry]:
    """These entries as somebody may read them: without what was private to others, or to their seat before it was
    theirs; moves are masked likewise."""
    seat = eyes(table, user_id)
    return [_open(table, entry, seat.index if seat and reads(table, user_id, entry.seq) else None) for entry in entries]


def _open(table: Table, entry: Entry, seat: int | None) -> Entry:
    kept = tuple(event for event in entry.events if event.seats is None or seat in event.seats)
    line = shown(table, entry, seat)
    return entry if kept == entry.events and line == entry.move else replace(entry, events=kept, move=line)


def last_own(table: Table, user_id: int, entries: Sequence[Entry]) -> Entry | None:
    """The last move that somebody made themselves at the seat they decide for now; what a machine, a friend in their
    place or a former owner did there is none of theirs."""
    return next((e for e in reversed(entries) if e.kind == "move" and wrote(table, user_id, e)), None)
