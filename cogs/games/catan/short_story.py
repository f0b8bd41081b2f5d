"""Shortens the story: a card with its effects, or repeated actions, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import Phrase
from service.state.model import StoredEvent

from .join_rules import STORY, JoinRules

SENTENCES: Final = f"{STORY}.sentences"
DONE: Final = "catan.special.done"
LONGEST: Final = 4  # sentences in one line


def drop_idle_builders(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop passes in the special build phase of seats that built nothing, unless nothing else is told."""
    if all(event.key == DONE for event in events):
        return list(events)
    found: list[StoredEvent] = []
    for at, event in enumerate(events):
        before = events[at - 1] if at else None
        if event.key != DONE or (before is not None and before.key != DONE and _same_seat(before, event)):
            found.append(event)
    return found


def shorten_story(events: Sequence[StoredEvent], tales: JoinRules) -> list[StoredEvent]:
    """The story in fewer lines."""
    return _join_effects(_join_repeated(_drop_announcements(events, tales), tales), tales)


def _same_seat(one: StoredEvent, other: StoredEvent) -> bool:
    return one.params.get("seat") == other.params.get("seat")


def _drop_announcements(events: Sequence[StoredEvent], tales: JoinRules) -> list[StoredEvent]:
    """Drop announcements that the next sentence repeats."""
    return [
        event
        for at, event in enumerate(events)
        if event.seats is not None
        or tales.announced.get(event.key) not in {after.key for after in events[at + 1 : at + 2]}
    ]


def _join_repeated(events: Sequence[StoredEvent], tales: JoinRules) -> list[StoredEvent]:
    """Join repeated actions of one seat."""
    runs: list[list[StoredEvent]] = []
    for event in events:
        if runs and event.key in tales.repeated and event.key == runs[-1][0].key and _same_seat(event, runs[-1][0]):
            runs[-1].append(event)
        else:
            runs.append([event])
    told = []
    for run in runs:
        if len(run) == 1:
            told += run
            continue
        sentence, each = tales.repeated[run[0].key]
        items = [Phrase(each, one.params) for one in run]
        told.append(
            StoredEvent(sentence, {**run[0].params, "list": items}, run[0].seats, any(one.reveals for one in run))
        )
    return told


def _join_effects(events: Sequence[StoredEvent], tales: JoinRules) -> list[StoredEvent]:
    """Join each card with its effects."""
    lines: list[list[StoredEvent]] = []
    for event in events:
        before = lines[-1] if lines else None
        if before is not None and _belongs_to_card(before, event, tales):
            before.append(event)
        else:
            lines.append([event])
    return [_sentences_event(line) for line in lines]


def _belongs_to_card(line: Sequence[StoredEvent], event: StoredEvent, tales: JoinRules) -> bool:
    card = line[0]
    if card.key not in tales.cards or event.key in tales.cards or len(line) == LONGEST:
        return False
    name = card.params.get(tales.cards[card.key], card.key)
    effects = (*tales.effects[""], *tales.effects.get(name, ()))
    return event.key.startswith(effects) and all(one.seats is None for one in (*line, event))


def _sentences_event(events: Sequence[StoredEvent]) -> StoredEvent:
    """One event for several sentences."""
    told = events[-1]
    for event in reversed(events[:-1]):
        parts = {"first": Phrase(event.key, event.params), "second": Phrase(told.key, told.params)}
        told = StoredEvent(SENTENCES, {**event.params, **parts}, None, event.reveals or told.reveals)
    return told
