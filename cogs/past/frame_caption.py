"""Captions for the frames of a replay: the most important sentence of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cogs.games import Face
from cogs.post import story_lines
from cogs.screen import event_text, turns
from cogs.screen.event_text import Weight
from cogs.screen.plain_text import PlainText
from service.state.model import StoredEvent, Table
from words import Voice, prefixes


class Captions:
    """Finds the captions of a game. `voice`: with plain names."""

    def __init__(self, table: Table, face: Face[Any], voice: Voice) -> None:
        self._face = face
        self._plain = PlainText(table, voice)

    def __call__(self, seat: int | None, events: Sequence[StoredEvent]) -> str:
        """The most important sentence about public events, those of `seat` first; empty if there is none."""
        face = self._face
        shown_events = [
            event
            for event in events
            if not event.key.startswith(event_text.GENERAL_PREFIXES) or event.key in event_text.HANDOVER_KEYS
        ]
        joined = turns.flatten_events(face.join_events(shown_events), face.two_sentences_key)

        def matters(index: int) -> tuple[bool, int, int, bool, int]:
            event, points = joined[index], story_lines.event_points(face, joined[index])
            shown = event.key in face.omitted_keys or event.key in face.minor_event_keys
            return not shown, story_lines.event_weight(face, event), points, event.params.get("seat") == seat, index

        for index in sorted(range(len(joined)), key=matters, reverse=True):
            if story_lines.event_weight(face, joined[index]) <= Weight.IDLE:
                continue
            if sentence := event_text.describe_event(joined[index], self._plain.voice):
                voice = self._plain.voice  # plain names have lost their markup: attach prefixes now
                return prefixes.attach_prefixes(" ".join(self._plain.to_plain(sentence).split()), voice.language)
        return ""
