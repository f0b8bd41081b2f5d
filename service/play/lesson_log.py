"""The log of a lesson as one game, from its current prepared position on. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.core import Transition
from rules.core.course import load_course
from rules.core.record import replay_record

from ..state.lesson_progress import LAID
from ..state.model import LogEntry
from ..store.codec import to_stored_events


def lesson_as_one_game(kind: str, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The moves that lead to the current position of a lesson, renumbered; those of earlier positions are left out."""
    course = load_course(kind)
    step, played = 0, list(entries)  # the step with the current position, and the entries since
    for at, entry in enumerate(entries):
        if entry.kind == "table" and entry.move.startswith(LAID):
            step, played = int(entry.move.split(" ")[1]), list(entries[at + 1 :])
    record = course.positions[course.steps[step].position]
    transitions = list(replay_record(record))[1:]
    prepared = [
        _build_move_entry(line.seat, line.move, after) for line, after in zip(record.lines, transitions, strict=True)
    ]
    return [replace(entry, seq=n) for n, entry in enumerate([*prepared, *played], 1)]


def _build_move_entry(seat: int, move: str, after: Transition[Any]) -> LogEntry:
    return LogEntry(0, seat, "move", move, (), after.barrier, to_stored_events(after.events), 0, None, 0)
