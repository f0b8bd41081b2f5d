"""The log of a lesson as that of one game: from the beginning of the position that was laid out last. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.core import Transition
from rules.core.course import course
from rules.core.record import replay

from ..state.lesson_progress import LAID
from ..state.model import Entry
from ..store.codec import stored


def retold(kind: str, entries: Sequence[Entry]) -> list[Entry]:
    """What led to the position that a lesson stands at: the moves of its record, then those made since, all numbered
    anew. What was played at tables laid out before belongs to other games."""
    teaches = course(kind)
    name, since = teaches.steps[0].position, list(entries)
    for at, entry in enumerate(entries):
        if entry.kind == "table" and entry.move.startswith(LAID):
            name, since = teaches.steps[int(entry.move.split(" ")[1])].position, list(entries[at + 1 :])
    record = teaches.positions[name]
    told = [
        _entry(line.seat, line.move, after) for line, after in zip(record.lines, list(replay(record))[1:], strict=True)
    ]
    return [replace(entry, seq=n) for n, entry in enumerate([*told, *since], 1)]


def _entry(seat: int, move: str, after: Transition[Any]) -> Entry:
    return Entry(0, seat, "move", move, (), after.barrier, stored(after.events), 0, None, 0)
