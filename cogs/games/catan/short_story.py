"""Shortens the story: a card with its effects, or repeated actions, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import Phrase
from service.state.model import StoredEvent

from .join_rules import STORY, JoinRules

SENTENCES: Final = f"{STORY}.sentences"
DONE: Final = "catan.special.done"
MAX_SENTENCES: Final = 4  # in one line


def drop_idle_builders(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Drop passes in the special build phase of seats that built nothing, unless nothing else is told."""
    if all(event.key == DONE for event in events):
        return list(events)
    kept: list[StoredEvent] = []
    for index, event in enumerate(events):
        previous = events[index - 1] if index else None
        if event.key != DONE or (previous is not None and previous.key != DONE and _same_seat(previous, event)):
            kept.append(event)
    return kept


def shorten_story(events: Sequence[StoredEvent], rules: JoinRules) -> list[StoredEvent]:
    """The story in fewer lines."""
    return _join_effects(_join_repeated(_drop_announcements(events, rules), rules), rules)


def _same_seat(one: StoredEvent, other: StoredEvent) -> bool:
    return one.params.get("seat") == other.params.get("seat")


def _drop_announcements(events: Sequence[StoredEvent], rules: JoinRules) -> list[StoredEvent]:
    """Drop announcements that the next sentence repeats."""
    next_keys = [*(event.key for event in events[1:]), ""]
    return [
        event
        for event, next_key in zip(events, next_keys, strict=False)
        if event.seats is not None or rules.superseded_by.get(event.key) != next_key
    ]


def _join_repeated(events: Sequence[StoredEvent], rules: JoinRules) -> list[StoredEvent]:
    """Join repeated actions of one seat."""
    runs: list[list[StoredEvent]] = []
    for event in events:
        if (
            runs
            and event.key in rules.sentence_when_repeated
            and event.key == runs[-1][0].key
            and _same_seat(event, runs[-1][0])
        ):
            runs[-1].append(event)
        else:
            runs.append([event])
    joined = []
    for run in runs:
        if len(run) == 1:
            joined += run
            continue
        sentence, item_sentence = rules.sentence_when_repeated[run[0].key]
        items = [Phrase(item_sentence, event.params) for event in run]
        reveals = any(event.reveals for event in run)
        joined.append(StoredEvent(sentence, {**run[0].params, "list": items}, run[0].seats, reveals))
    return joined


def _join_effects(events: Sequence[StoredEvent], rules: JoinRules) -> list[StoredEvent]:
    """Join each card with its effects."""
    lines: list[list[StoredEvent]] = []
    for event in events:
        line_before = lines[-1] if lines else None
        if line_before is not None and _belongs_to_card(line_before, event, rules):
            line_before.append(event)
        else:
            lines.append([event])
    return [_sentences_event(line) for line in lines]


def _belongs_to_card(line: Sequence[StoredEvent], event: StoredEvent, rules: JoinRules) -> bool:
    """Whether an event is an effect of the card that a line begins with."""
    card = line[0]
    if card.key not in rules.card_parameters or event.key in rules.card_parameters or len(line) == MAX_SENTENCES:
        return False
    name = card.params.get(rules.card_parameters[card.key], card.key)
    effects = (*rules.effect_prefixes[""], *rules.effect_prefixes.get(name, ()))
    return event.key.startswith(effects) and all(other.seats is None for other in (*line, event))


def _sentences_event(events: Sequence[StoredEvent]) -> StoredEvent:
    """One event for several sentences."""
    joined = events[-1]
    for event in reversed(events[:-1]):
        parts = {"first": Phrase(event.key, event.params), "second": Phrase(joined.key, joined.params)}
        joined = StoredEvent(SENTENCES, {**event.params, **parts}, None, event.reveals or joined.reveals)
    return joined
