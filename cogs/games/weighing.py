"""Weights of story lines, for omitting lines, and losers of events. Uses public events only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cogs.screen.event_text import Weight
from rules.core import Phrase
from service.state.model import StoredEvent

Weighable = StoredEvent | Phrase


@dataclass(frozen=True, slots=True)
class Scales:
    """Event weights of a game. Keys lack the game's prefix: `robber.stole`."""

    word: str  # prefix of the game's keys
    lines: Mapping[str, Weight]  # by whole key
    families: Mapping[str, Weight] = field(default_factory=dict)  # default by the first word of the key
    losing: Mapping[str, str] = field(default_factory=dict)  # key -> parameter that names the losing seats
    sentences: str = ""  # key of a line of several sentences; weighs as its heaviest part

    def with_others(self, others: Iterable[Scales]) -> Scales:
        """These weights merged with those of expansions."""
        lines, families, losing = dict(self.lines), dict(self.families), dict(self.losing)
        for other in others:
            lines |= other.lines
            families |= other.families
            losing |= other.losing
        return Scales(self.word, lines, families, losing, self.sentences)

    def weight(self, event: Weighable) -> Weight:
        """The weight of an event; of several sentences the heaviest."""
        parts = inner_phrases(event.params) if event.key == f"{self.word}.{self.sentences}" else ()
        return max(self._own(phrase) for phrase in (event, *parts))

    def losers(self, event: Weighable) -> set[int]:
        """The seats that lose something, including nested events."""
        seats: set[int] = set()
        for phrase in (event, *inner_phrases(event.params)):
            value = phrase.params.get(self.losing.get(self._key(phrase), ""))  # a seat or several
            seats |= {value} if isinstance(value, int) else set(value or ())
        return seats

    def _own(self, event: Weighable) -> Weight:
        key = self._key(event)
        default = Weight.IDLE if key == self.sentences else Weight.COMMON
        return self.lines.get(key, self.families.get(key.partition(".")[0], default))

    def _key(self, event: Weighable) -> str:
        return event.key.removeprefix(f"{self.word}.")


def inner_phrases(params: Mapping[str, Any]) -> Iterator[Phrase]:
    """All phrases nested in parameters."""
    for value in params.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, Phrase):
                yield item
                yield from inner_phrases(item.params)


def weigh_keys(weight: Weight, *names: str) -> dict[str, Weight]:
    """Keys of equal weight, as part of `Scales`."""
    return dict.fromkeys(names, weight)


# Parameters that name the losing seat.
LOSER: Final = "seat"
GIVER: Final = "from_seat"
AIM: Final = "to_seat"
