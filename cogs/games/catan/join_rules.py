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
    """How events are joined into sentences: rules by event key."""

    # Secret choice -> events that reveal it once all have chosen.
    revealed_by: Mapping[str, frozenset[str]] = field(default_factory=dict)
    # Private event -> its public version, which it replaces for its reader.
    public_versions: Mapping[str, str] = field(default_factory=dict)
    # Equal events in a row: one sentence with the seats, or with a phrase for each (sentence, phrase).
    sentence_with_seats: Mapping[str, str] = field(default_factory=dict)
    sentence_with_list: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # Repeated actions of one seat: sentence, phrase for each.
    sentence_when_repeated: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # First event of a sentence -> function of the events from there on.
    join_functions: Mapping[str, Callable[[Sequence[StoredEvent]], JoinedEvent]] = field(default_factory=dict)
    # Roll -> sentence that includes its production (`gains`).
    sentence_with_production: Mapping[str, str] = field(default_factory=dict)
    # Event that plays a card -> parameter that names the card; empty: the event key.
    card_parameters: Mapping[str, str] = field(default_factory=dict)
    # Card -> key prefixes of its effects, told in its line; those under "" apply to all cards.
    effect_prefixes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # Announcement -> the sentence after it that makes it redundant.
    superseded_by: Mapping[str, str] = field(default_factory=dict)

    def with_others(self, others: Iterable[JoinRules]) -> JoinRules:
        """These rules merged with those of expansions."""
        tables: dict[str, dict[str, Any]] = {rule.name: dict(getattr(self, rule.name)) for rule in fields(self)}
        for other in others:
            for name, table in tables.items():
                for key, value in getattr(other, name).items():
                    table[key] = (*table.get(key, ()), *value) if name == "effect_prefixes" else value
        return JoinRules(**tables)


def leading_events(events: Sequence[StoredEvent], belongs: Callable[[StoredEvent], bool]) -> list[StoredEvent]:
    """The leading events that satisfy `belongs`."""
    leading = []
    for event in events:
        if not belongs(event):
            break
        leading.append(event)
    return leading


def joined_event(key: str, params: Mapping[str, Any], joined: Iterable[StoredEvent]) -> StoredEvent:
    """One event that replaces several."""
    return StoredEvent(key, params, None, any(event.reveals for event in joined))


def join_several_seats(events: Sequence[StoredEvent], sentences: Mapping[str, tuple[str, str]]) -> JoinedEvent:
    """Joins actions of several seats with the same receiver. `sentences`: see `JoinRules.sentence_with_list`."""
    sentence, receiver = sentences[events[0].key][0], events[0].params.get("to_seat")
    keys = {key for key, (joint_sentence, _) in sentences.items() if joint_sentence == sentence}
    run = leading_events(events, lambda event: event.key in keys and event.params.get("to_seat") == receiver)
    if len(run) == 1:
        return run[0], 1
    items = [Phrase(sentences[event.key][1], event.params) for event in run]
    return joined_event(sentence, {**run[0].params, "list": items}, run), len(run)
