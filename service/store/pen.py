"""Writing the entries of one act into the log of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.core import Transition

from ..state.model import CLOCK, EntryKind, LogEntry, StoredEvent, Table
from . import codec


@dataclass(slots=True)
class LogWriter:
    """Writes the entries of one act."""

    table: Table
    act: str | None
    now: int
    entries: list[LogEntry]
    by: int | None = None  # who acts for the seat in place of its owner

    @property
    def at(self) -> int:
        """What the log says of when: after the clock was set back its times do not run backwards."""
        return max(self.now, self.table.updated_at)

    def write(
        self,
        kind: EntryKind,
        move: str,
        seat: int | None,
        events: Sequence[StoredEvent] = (),
        chance: tuple[int, ...] = (),
        *,
        barrier: bool = False,
    ) -> None:
        first = self.table.seq + 1
        seq = first + len(self.entries)
        events = tuple(events)
        entry = LogEntry(seq, seat, kind, move, chance, barrier, events, self.at, self.act, first, self.by)
        self.entries.append(entry)

    def mark(self, seat: int, by: int) -> StoredEvent:
        """That somebody acted for the owner of a seat."""
        owner = self.table.seats[seat].user_id
        return StoredEvent("table.by_friend", {"seat": seat, "user": by, "owner_user": owner})

    def write_move(self, seat: int, move: str, t: Transition[Any], *, tells: bool = False) -> None:
        told = codec.to_stored_events(t.events)
        if self.by == CLOCK:
            who = "machine" if self.table.late == "ask" else "clock"  # which the others asked for
            told = (StoredEvent(f"table.by_{who}", {"seat": seat}), *told)
        elif self.by is not None:
            told = (self.mark(seat, self.by), *told)
        self.write("move", move, seat, told, t.chance, barrier=t.barrier or tells)
