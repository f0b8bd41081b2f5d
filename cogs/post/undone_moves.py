"""Sentences for undone moves."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.games import face_for
from cogs.games.move_texts import describe_move
from service.state.model import LogEntry, Table
from service.state.readable_log import visible_line
from words import Voice


def describe_entry_move(table: Table, entry: LogEntry, seat: int | None, voice: Voice) -> str:
    """The move of an entry as a sentence, as far as that seat (None: the public) may know it."""
    return describe_move(voice, face_for(table.kind), table, visible_line(table, entry, seat))


def describe_undone_entries(
    table: Table, history: Iterable[LogEntry], seat: int | None, voice: Voice
) -> dict[int, str]:
    """Entry number -> sentence, for all undone entries."""
    entries = list(history)
    undone = {
        seq
        for entry in entries
        if entry.kind == "undo"
        for event in entry.events
        for seq in event.params.get("entries", ())
    }
    return {entry.seq: describe_entry_move(table, entry, seat, voice) for entry in entries if entry.seq in undone}
