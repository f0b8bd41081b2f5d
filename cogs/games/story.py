"""What is told of a game: its story, points and how they come about, names in it. Nothing here knows where the game
stands now: what is told of an entry of the log must never change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from cogs.screen.event_text import Weight
from service.state.model import LogEntry, StoredEvent
from words import Voice

from .public_table import PublicTable, V


@dataclass(frozen=True, slots=True)
class Scored:
    """An event that gave points: who, what for, and what was counted."""

    points: Mapping[int, int]  # seat -> points
    category: str  # a key of the tally
    cells: tuple[str, ...] = ()  # what is outlined
    places: tuple[str, ...] = ()
    rule: str = ""  # the key of the sentence that names the rule


class Story(Generic[V]):
    """How the events of a game are told."""

    quiet: Sequence[str] = ()  # keys of events that the table message does not tell: the picture shows them better
    finishing: Collection[str] = ()  # moves (kinds or lines) that only finish what another began: told with it
    opens: Collection[str] = ()  # keys of events with which the turn of their `seat` begins, until another of them
    ends: Collection[str] = ()  # keys of events that end a turn
    closes: Collection[str] = ()  # keys of events that belong to no turn, and end one
    causes: Collection[str] = ()  # keys of events to which several must answer
    answers: Collection[str] = ()  # keys of what came of it: told with the last of those
    apart: Collection[str] = ()  # keys of events of others that begin a line of their own within a turn
    folded: Collection[str] = ()  # keys of events that say little: told together, after all turns
    newest_only: Collection[str] = ()  # keys of events of which the last one says all
    two_sentences: str = ""  # the key of the sentence that only puts two behind each other
    told_below_hand: Collection[str] = ()  # keys of private events: the last one stands below the hand

    def joined(self, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
        """The events of a story with those joined that are told in one sentence."""
        return events

    def weigh(self, event: StoredEvent) -> int:
        """How much a joined public event matters (a `telling.Weight`), where the story has too many lines."""
        return Weight.COMMON

    def losers(self, event: StoredEvent) -> Collection[int]:
        """The seats from which a joined public event takes something: they are told of it before all else."""
        return ()

    def idle(self, entries: Sequence[LogEntry], cuts: Collection[int]) -> Mapping[int, StoredEvent | None]:
        """Entries of a log that came to nothing, by their numbers: of several that follow each other the first is told
        by this event, and the others (None) are not told. `cuts`: before these numbers something new begins."""
        return {}

    def scored(self, event: StoredEvent) -> Scored | None:
        """What an event gave points for; None for all other events."""
        return None

    def closing(self, events: Sequence[StoredEvent]) -> Sequence[tuple[int, ...]]:
        """How a replay tells what everybody was told with the last move, by the numbers of these events: in one picture
        after the other; empty: in one."""
        return ()

    def reckoning(self, event: StoredEvent, voice: Voice) -> str:
        """How the points of an event come about: a sum in words; empty where there is nothing to explain."""
        return ""

    def name_in_story(
        self, table: PublicTable[V], voice: Voice, name: str, value: str, beside: Mapping[str, Any]
    ) -> str:
        """What a value without a word is called in the story of this table, and in the previews and refusals of its
        rules; empty: itself. `name`: its parameter; `beside`: all parameters of the sentence. What is told of an
        entry of the log must never change: of the table only what never changes may be used."""
        return ""
