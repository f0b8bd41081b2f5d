"""The events of a log that gave points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cogs.faces import Face, Scored
from service.model import Entry, StoredEvent


@dataclass(frozen=True, slots=True)
class Given:
    """Points that were given: in which entry, by which of its events."""

    seq: int
    at: int
    event: StoredEvent
    what: Scored


def scored(face: Face, entries: Iterable[Entry]) -> Iterator[Given]:
    """Everything that gave points, oldest first."""
    for entry in entries:
        for at, event in enumerate(entry.events):
            if event.seats is None and (what := face.scored(event)) is not None:
                yield Given(entry.seq, at, event, what)
