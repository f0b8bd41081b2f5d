"""Moves in a position of Catan with the log and the story they make."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.games import face_for
from cogs.screen import event_text
from rules.core import Event
from service.state.model import LogEntry, StoredEvent
from tests.cogs import sentences
from tests.rules.catan.table import Table as Base
from words import Voice

FACE = face_for("catan")
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")


def stored(event: Event) -> StoredEvent:
    return StoredEvent(event.key, event.params, event.seats and frozenset(event.seats), event.reveals)


def entry(seq: int, seat: int, move: str, events: Sequence[Event]) -> LogEntry:
    return LogEntry(seq, seat, "move", move, (), False, tuple(map(stored, events)), seq, str(seq), seq)


class Tale:
    """Moves in a position, with the log they make."""

    def __init__(self, laid: Base) -> None:
        self.laid = laid
        self.log: list[LogEntry] = [LogEntry(1, None, "start", "start", (), False, (), 0, "s", 1)]

    def __call__(self, move: str, seat: int | None = None, forced: Sequence[int] = ()) -> Tale:
        who = self.laid.asked if seat is None else seat
        self.laid.do(move, seat=who, forced=forced)
        self.log.append(entry(len(self.log) + 1, who, move, self.laid.events))
        return self

    def roll(self, red: int, white: int, event: str = "") -> Tale:
        sides = {"": (), "ship": (0,), "trade": (3,), "politics": (4,), "science": (5,)}[event]
        return self("roll", forced=(red - 1, white - 1, *sides))

    def told_to(self, seat: int) -> list[str]:
        """What that player is told of the last move."""
        known = [event for event in self.log[-1].events if event.seats is None or seat in event.seats]
        voice = Voice("en", NAMES)
        return [said for event in FACE.join_events(known) if (said := event_text.describe_event(event, voice))]

    def told(self, names: Sequence[str] = NAMES) -> list[str]:
        """What the table message tells after the last of them."""
        return sentences.told(
            FACE, event_text.newest_story_entries(self.log, len(self.log), FACE.finishing_moves), Voice("en", names)
        )
