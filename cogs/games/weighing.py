"""How much the lines of a story matter: which stay where there are too many, and from whom they tell a loss.

All of it follows from events that everybody is told.
"""

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
    """What the events of a game weigh. Keys stand without the game's own word: `robber.stole`."""

    word: str  # the first of all keys of the game
    lines: Mapping[str, Weight]  # by the whole key
    families: Mapping[str, Weight] = field(default_factory=dict)  # by the second word of the key, for all others
    losing: Mapping[str, str] = field(default_factory=dict)  # key -> the parameter that names who loses something
    sentences: str = ""  # the key of several whole sentences in one line: it weighs what the weightiest does

    def with_others(self, others: Iterable[Scales]) -> Scales:
        """These with those of parts of the game that weigh events of their own."""
        lines, families, losing = dict(self.lines), dict(self.families), dict(self.losing)
        for other in others:
            lines |= other.lines
            families |= other.families
            losing |= other.losing
        return Scales(self.word, lines, families, losing, self.sentences)

    def weight(self, event: Weighable) -> Weight:
        parts = inner_phrases(event.params) if event.key == f"{self.word}.{self.sentences}" else ()
        return max(self._own(one) for one in (event, *parts))

    def losers(self, event: Weighable) -> set[int]:
        """The seats that lose something, also where several events are told in one."""
        found: set[int] = set()
        for one in (event, *inner_phrases(event.params)):
            lost = one.params.get(self.losing.get(self._key(one), ""))
            found |= {lost} if isinstance(lost, int) else set(lost or ())
        return found

    def _own(self, event: Weighable) -> Weight:
        key = self._key(event)
        usual = Weight.IDLE if key == self.sentences else Weight.COMMON
        return self.lines.get(key, self.families.get(key.partition(".")[0], usual))

    def _key(self, event: Weighable) -> str:
        return event.key.removeprefix(f"{self.word}.")


def inner_phrases(params: Mapping[str, Any]) -> Iterator[Phrase]:
    """The phrases in the parameters of a sentence, and those in theirs."""
    for value in params.values():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Phrase):
                yield one
                yield from inner_phrases(one.params)


def weigh_keys(weight: Weight, *names: str) -> dict[str, Weight]:
    return dict.fromkeys(names, weight)


LOSER: Final = "seat"
GIVER: Final = "from_seat"
AIM: Final = "to_seat"
