"""How events of Catan are joined into sentences: tables, to which expansions add their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from rules.core import Phrase
from service.state.model import StoredEvent

STORY: Final = "catan.story"
ROLLED: Final = "catan.dice.rolled"
JoinedEvent = tuple[StoredEvent, int]  # one event for so many


@dataclass(frozen=True, slots=True)
class JoinRules:
    """What the events of a part of the game have to do with each other, by their keys."""

    # What was chosen in secret -> the events that tell it once the last has chosen.
    told_by: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # What its reader alone is told -> what everybody is told of the same, which it stands for.
    instead: Mapping[str, str] = field(default_factory=dict)
    # Equal events in a row: one sentence that lists the players, or what each of them did (sentence, phrase of each).
    seats: Mapping[str, str] = field(default_factory=dict)
    each: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # What one player did several times: sentence, the phrase of each time.
    repeated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # What begins with such an event is one sentence: given the events from there, that sentence and how many it tells.
    joins: Mapping[str, Callable[[Sequence[StoredEvent]], JoinedEvent]] = field(default_factory=dict)
    # A roll -> the sentence that tells with it what it brings (`gains`).
    rolls: Mapping[str, str] = field(default_factory=dict)
    # What plays a card -> the parameter that names the card; empty: the event does.
    cards: Mapping[str, str] = field(default_factory=dict)
    # Card -> beginnings of the keys of what it brings, which is told in its line; for every card those under "".
    effects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # What only announces the sentence after it -> that sentence.
    announced: Mapping[str, str] = field(default_factory=dict)

    def with_others(self, others: Iterable[JoinRules]) -> JoinRules:
        """These with those of expansions."""
        tables: dict[str, dict[str, Any]] = {one.name: dict(getattr(self, one.name)) for one in fields(self)}
        for other in others:
            for name, table in tables.items():
                for key, value in getattr(other, name).items():
                    table[key] = (*table.get(key, ()), *value) if name == "effects" else value
        return JoinRules(**tables)


def leading_events(events: Sequence[StoredEvent], belongs: Callable[[StoredEvent], bool]) -> list[StoredEvent]:
    """The first events, as long as they belong."""
    found = []
    for event in events:
        if not belongs(event):
            break
        found.append(event)
    return found


def joined_event(key: str, params: Mapping[str, Any], joined: Iterable[StoredEvent]) -> StoredEvent:
    """One event that stands for these."""
    return StoredEvent(key, params, None, any(event.reveals for event in joined))


def join_several_seats(events: Sequence[StoredEvent], table: Mapping[str, tuple[str, str]]) -> JoinedEvent:
    """What each of several did; only with one of them do they share a receiver."""
    key, to = table[events[0].key][0], events[0].params.get("to_seat")
    same = leading_events(
        events, lambda one: one.key in table and table[one.key][0] == key and one.params.get("to_seat") == to
    )
    if len(same) == 1:
        return same[0], 1
    items = [Phrase(table[one.key][1], one.params) for one in same]
    return joined_event(key, {**same[0].params, "list": items}, same), len(same)
