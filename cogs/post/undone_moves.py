"""What was taken back, in words."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.games import face
from cogs.games.move_texts import sentence
from service.state.model import Entry, Table
from service.state.readable_log import shown
from words import Voice


def said(table: Table, entry: Entry, seat: int | None, voice: Voice) -> str:
    """The move of an entry as a sentence, as far as that seat (None: everybody) may read it."""
    return sentence(voice, face(table.kind), table, shown(table, entry, seat))


def named(table: Table, history: Iterable[Entry], seat: int | None, voice: Voice) -> dict[int, str]:
    """Every entry that was taken back, by its number, as a sentence."""
    entries = list(history)
    undone = {
        seq
        for entry in entries
        if entry.kind == "undo"
        for event in entry.events
        for seq in event.params.get("entries", ())
    }
    return {entry.seq: said(table, entry, seat, voice) for entry in entries if entry.seq in undone}
