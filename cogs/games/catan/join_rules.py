"""Rules for joining events of Catan into sentences; expansions add their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from rules.core import Phrase
from service.state.model import StoredEvent

STORY: Final = "catan.story"
ROLLED: Final = "catan.dice.rolled"
JoinedEvent = tuple[StoredEvent, int]  # the joined event, and the number of events it replaces


@dataclass(frozen=True, slots=True)
class JoinRules:
    """Rules by event key."""

    # Secret choice -> events that reveal it once all have chosen.
    told_by: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # Private event -> its public version, which it replaces for its reader.
    instead: Mapping[str, str] = field(default_factory=dict)
    # Equal events in a row: one sentence with the seats, or with a phrase for each (sentence, phrase).
    seats: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # Repeated actions of one seat: sentence, phrase for each.
    repeated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # First event of a sentence -> function of the events from there on.
    joins: Mapping[str, Callable[[Sequence[StoredEvent]], JoinedEvent]] = field(default_factory=dict)
    # Roll -> sentence that includes its production (`gains`).
    rolls: Mapping[str, str] = field(default_factory=dict)
    # Event that plays a card -> parameter that names the card; empty: the event key.
    cards: Mapping[str, str] = field(default_factory=dict)
    # Card -> key prefixes of its effects, told in its line; those under "" apply to all cards.
    effects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Announcement -> the sentence after it that makes it redundant.
    announced: Mapping[str, str] = field(default_factory=dict)

    def with_others(self, others: Iterable[JoinRules]) -> JoinRules:
        """These rules merged with those of expansions."""
        tables: dict[str, dict[str, Any]] = {one.name: dict(getattr(self, one.name)) for one in fields(self)}
        for other in others:
            for name, table in tables.items():
                for key, value in getattr(other, name).items():
                    table[key] = (*table.get(key, ()), *value) if name == "effects" else value
        return JoinRules(**tables)


def leading_events(events: Sequence[StoredEvent], belongs: Callable[[StoredEvent], bool]) -> list[StoredEvent]:
    """The leading events that satisfy `belongs`."""
    found = []
    for event in events:
        if not belongs(event):
            break
        found.append(event)
    return found


def joined_event(key: str, params: Mapping[str, Any], joined: Iterable[StoredEvent]) -> StoredEvent:
    """One event that replaces several."""
    return StoredEvent(key, params, None, any(event.reveals for event in joined))


def join_several_seats(events: Sequence[StoredEvent], table: Mapping[str, tuple[str, str]]) -> JoinedEvent:
    """Joins actions of several seats; only those with the same receiver."""
    key, to = table[events[0].key][0], events[0].params.get("to_seat")
    same = leading_events(
        events, lambda one: one.key in table and table[one.key][0] == key and one.params.get("to_seat") == to
    )
    if len(same) == 1:
        return same[0], 1
    items = [Phrase(table[one.key][1], one.params) for one in same]
    return joined_event(key, {**same[0].params, "list": items}, same), len(same)
