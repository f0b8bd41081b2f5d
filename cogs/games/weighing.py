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

    key_prefix: str  # prefix of the game's keys
    weight_by_key: Mapping[str, Weight]  # by whole key
    weight_by_family: Mapping[str, Weight] = field(default_factory=dict)  # default by the first word of the key
    losing_parameters: Mapping[str, str] = field(default_factory=dict)  # key -> parameter that names the losing seats
    sentences_key: str = ""  # key of a line of several sentences; weighs as its heaviest part

    def with_others(self, others: Iterable[Scales]) -> Scales:
        """These weights merged with those of expansions."""
        lines, families, losing = dict(self.weight_by_key), dict(self.weight_by_family), dict(self.losing_parameters)
        for other in others:
            lines |= other.weight_by_key
            families |= other.weight_by_family
            losing |= other.losing_parameters
        return Scales(self.key_prefix, lines, families, losing, self.sentences_key)

    def weight(self, event: Weighable) -> Weight:
        """The weight of an event; of several sentences the heaviest."""
        parts = inner_phrases(event.params) if event.key == f"{self.key_prefix}.{self.sentences_key}" else ()
        return max(self._weight_of_key(phrase) for phrase in (event, *parts))

    def losing_seats(self, event: Weighable) -> set[int]:
        """The seats that lose something, including nested events."""
        seats: set[int] = set()
        for phrase in (event, *inner_phrases(event.params)):
            value = phrase.params.get(
                self.losing_parameters.get(self._key_without_prefix(phrase), "")
            )  # a seat or several
            seats |= {value} if isinstance(value, int) else set(value or ())
        return seats

    def _weight_of_key(self, event: Weighable) -> Weight:
        key = self._key_without_prefix(event)
        default = Weight.IDLE if key == self.sentences_key else Weight.COMMON
        return self.weight_by_key.get(key, self.weight_by_family.get(key.partition(".")[0], default))

    def _key_without_prefix(self, event: Weighable) -> str:
        return event.key.removeprefix(f"{self.key_prefix}.")


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
