"""The ending of a game, as values: the points over time and the moments that decided it, gathered in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from .recap import Event

KEPT: Final = 12  # moments that are remembered until it is known who has won
MOMENTS: Final = 3  # that are shown
V = TypeVar("V")
Points = tuple[int, ...]  # of each seat


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that changed the points."""

    at: int  # the turn, tile or round
    gains: Points
    what: Any  # what the game needs to show it
    number: int = 0  # in the order in which they happened
    turned: bool = False  # since then those lead who led at the end


@dataclass(frozen=True, slots=True)
class Told:
    """What was gathered of a game."""

    course: tuple[tuple[int, Points], ...]  # (turn, points after it), in order; turns in which nothing changed left out
    last: int  # the last turn
    moments: tuple[Moment, ...] = ()  # those that may have decided it, in order
    facts: Any = None  # what the game itself tells beside them


@dataclass(frozen=True, slots=True)
class Ending:
    """A game that is over, or was given up: as everybody sees it."""

    view: Any
    winners: tuple[int, ...]  # nobody where it was given up
    told: Told | None = None  # None: nobody can tell, as older rules played then

    @property
    def order(self) -> list[int]:
        """The seats by their points, winners first."""
        scores = self.view.scores
        return sorted(range(len(scores)), key=lambda seat: (seat not in self.winners, -scores[seat], seat))


class Chronicle(Generic[V]):
    """Sees a game from its start, entry by entry, and keeps what its ending tells: little, however long it lasts. Used
    by one thread at a time."""

    def __init__(self) -> None:
        self.course: dict[int, Points] = {}
        self.at = 0
        self._moments: list[Moment] = []
        self._turned: Moment | None = None
        self._lead: frozenset[int] = frozenset()
        self._number = 0

    def see(self, view: Callable[[], V], seat: int | None, events: Sequence[Event]) -> None:
        """The next entry: what everybody saw after it (asked for only where it is needed), whose it was, and what
        everybody was told of it."""
        shown: Any = view()
        self.passed(self.at + 1 if self.course else 0, shown.scores)

    def passed(self, at: int, scores: Points) -> None:
        """The points after a turn; the last time counts that it is told of one."""
        self.at = max(self.at, at)
        self.course[self.at] = tuple(scores)

    def begun(self, at: int, scores: Points) -> None:
        """Where it begins: a game that branched off another one has points already, and somebody who leads."""
        self.passed(at, scores)
        self.led(scores)

    def moment(self, at: int, gains: Iterable[int], what: Any, after: Sequence[int] | None = None) -> None:
        """Points that somebody got or lost. `what`: kept only as long as it may have decided the game; `after`: what
        all had after it, None where the order of several says nothing: then none of them gave anybody the lead."""
        found = Moment(at, tuple(gains), what, self._number)
        self._number += 1
        if after is not None:
            self.led(after, found)
        self._moments.append(found)
        if len(self._moments) > KEPT:
            self._moments.remove(min(self._moments, key=lambda one: (_spread(one.gains), one.number)))

    def led(self, scores: Sequence[int], by: Moment | None = None) -> None:
        """Who leads now, and what made them."""
        best = max(scores)
        lead = frozenset(seat for seat, points in enumerate(scores) if points == best)
        if lead != self._lead:
            self._lead, self._turned = lead, by

    def facts(self) -> Any:
        """What the game itself tells beside points and moments."""
        return None

    def told(self) -> Told:
        """All of it, when the last entry was seen."""
        course: list[tuple[int, Points]] = []
        for at, points in sorted(self.course.items()):
            if not course or course[-1][1] != points:
                course.append((at, points))
        turned = self._turned
        some = {one.number: one for one in self._moments}
        if turned is not None:
            some[turned.number] = Moment(turned.at, turned.gains, turned.what, turned.number, turned=True)
        return Told(tuple(course), self.at, tuple(some[number] for number in sorted(some)), self.facts())


def _spread(gains: Sequence[int]) -> int:
    """How far apart it can have brought any two."""
    return max(gains) - min(gains)


def margin(scores: Sequence[int], ahead: Sequence[int]) -> int:
    """By how much those are ahead of the best of the others; below 0: behind."""
    others = [points for seat, points in enumerate(scores) if seat not in ahead]
    return min(scores[seat] for seat in ahead) - max(others) if others else 0


def weight(moment: Moment, scores: Sequence[int], ahead: Sequence[int]) -> int:
    """How much otherwise the game would have ended without it: by so much more or less those would be ahead of the
    best of the others. What went to somebody far behind weighs nothing, however much it was."""
    without = [points - gain for points, gain in zip(scores, moment.gains, strict=True)]
    return abs(margin(scores, ahead) - margin(without, ahead))


def decisive(ending: Ending, most: int = MOMENTS) -> list[Moment]:
    """The moments that decided a game, in order: that which gave those the lead who kept it, and those without which
    it would have ended most otherwise; of equals the later. If all were of one seat, the last of them gives way to
    that of another which weighs at least half as much."""
    if ending.told is None:
        return []
    scores: Sequence[int] = ending.view.scores
    best = max(scores)
    ahead = ending.winners or tuple(seat for seat, points in enumerate(scores) if points == best)

    def rank(one: Moment) -> tuple[bool, int, int, int]:
        return one.turned, weight(one, scores, ahead), _spread(one.gains), one.number

    some = [one for one in ending.told.moments if any(one.gains) and (one.turned or weight(one, scores, ahead))]
    some.sort(key=rank, reverse=True)
    chosen = some[:most]
    if len({hero(one, ending.winners) for one in chosen}) == 1 < len(chosen) == most:
        same = hero(chosen[0], ending.winners)
        other = next((one for one in some[most:] if hero(one, ending.winners) != same), None)
        if other is not None and 2 * weight(other, scores, ahead) >= weight(chosen[-1], scores, ahead):
            chosen[-1] = other
    return sorted(chosen, key=lambda one: one.number)


def hero(moment: Moment, winners: Sequence[int]) -> int:
    """Whose moment it was: who got most, of equals a winner; or lost most where nobody got anything."""
    gains = moment.gains
    sign = 1 if max(gains) > 0 else -1
    return max(range(len(gains)), key=lambda seat: (sign * gains[seat], seat in winners, -seat))


def public(events: Iterable[Any]) -> list[Event]:
    """Keys and parameters of what everybody was told."""
    return [(event.key, event.params) for event in events if event.seats is None]


__all__ = [
    "MOMENTS",
    "Chronicle",
    "Ending",
    "Event",
    "Moment",
    "Points",
    "Told",
    "decisive",
    "hero",
    "margin",
    "public",
    "weight",
]
