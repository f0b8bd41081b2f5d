"""Hooks for the story: events, points and their reasons, names.

They must not depend on the current position: the text of a log entry never changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from service.state.model import LogEntry, StoredEvent
from words import Voice

from .public_table import PublicTable, V
from .weighing import Scales


@dataclass(frozen=True, slots=True)
class Scored:
    """Points scored by an event."""

    points: Mapping[int, int]  # seat -> points
    category: str  # tally category
    cells: tuple[str, ...] = ()  # to outline
    places: tuple[str, ...] = ()
    rule: str = ""  # key of the sentence about the rule


class Story(Generic[V]):
    """How events are told."""

    omitted_keys: Sequence[str] = ()  # keys omitted from the table message, because the image shows them better
    finishing_moves: Collection[
        str
    ] = ()  # moves (kinds or lines) that complete another seat's move and are told with it
    turn_start_keys: Collection[str] = ()  # keys that begin the turn of their `seat`, until the next of them
    turn_end_keys: Collection[str] = ()  # keys that end a turn
    outside_turn_keys: Collection[str] = ()  # keys outside of turns, which also end one
    cause_keys: Collection[str] = ()  # keys that several seats must answer
    answer_keys: Collection[str] = ()  # keys of the results, told with the last cause
    own_line_keys: Collection[str] = ()  # keys of other seats' events, on lines of their own within a turn
    minor_event_keys: Collection[str] = ()  # keys of minor events, told together after all turns
    newest_only_keys: Collection[str] = ()  # keys of which only the last is told
    two_sentences_key: str = ""  # key of the sentence that joins two sentences
    scales: Scales = Scales("", {})  # weights of its events
    below_hand_keys: Collection[str] = ()  # private keys, the last of which stands below the hand

    def join_events(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """The events, with those joined that are told in one sentence."""
        return events

    def weigh_event(self, event: StoredEvent) -> int:
        """The `Weight` of a joined public event, for omitting lines of a long story."""
        return self.scales.weight(event)

    def losing_seats(self, event: StoredEvent) -> Collection[int]:
        """The seats that lose something by a joined public event; they are told first."""
        return self.scales.losing_seats(event)

    def replace_idle_entries(
        self, entries: Sequence[LogEntry], cuts: Collection[int]
    ) -> Mapping[int, StoredEvent | None]:
        """Sequence number of a log entry without result -> event that replaces the first of a run; None: omit.

        `cuts`: sequence numbers at which a run ends.
        """
        return {}

    def find_scored(self, event: StoredEvent) -> Scored | None:
        """The points of an event; None if it scores nothing."""
        return None

    def group_final_events(self, events: Sequence[StoredEvent]) -> Sequence[tuple[int, ...]]:
        """Groups of indices of `events` of the last move, one image of a replay each; empty: one image for all."""
        return ()

    def explain_points(self, event: StoredEvent, voice: Voice) -> str:
        """The calculation behind the points of an event, in words; empty if trivial."""
        return ""

    def name_in_story(
        self, table: PublicTable[V], voice: Voice, name: str, value: str, params: Mapping[str, Any]
    ) -> str:
        """The name of a value without a word in stories, previews and refusals; empty: the value itself.

        `name`: its parameter; `params`: all parameters of the sentence. Only constant facts of the table may be used,
        because the text of a log entry never changes.
        """
        return ""
