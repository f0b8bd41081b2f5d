"""The log as somebody may read it, who decides for a seat now. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .history import shown
from .model import Entry, Table
from .seats import eyes, reads


def readable(table: Table, user_id: int, entries: Iterable[Entry]) -> list[Entry]:
    """These entries as somebody may read them: without what was private to others, or to their seat before it was
    theirs; moves are masked likewise."""
    seat = eyes(table, user_id)
    return [_open(table, entry, seat.index if seat and reads(table, user_id, entry.seq) else None) for entry in entries]


def _open(table: Table, entry: Entry, seat: int | None) -> Entry:
    kept = tuple(event for event in entry.events if event.seats is None or seat in event.seats)
    line = shown(table, entry, seat)
    return entry if kept == entry.events and line == entry.move else replace(entry, events=kept, move=line)
