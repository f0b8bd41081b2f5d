"""The ending of a game, as values: the points over time and the moments that decided it, gathered in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
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
    won: bool = False  # with it the game was won


@dataclass(frozen=True, slots=True)
class ChronicleResult:
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
    told: ChronicleResult | None = None  # None: nobody can tell, as older rules played then

    @property
    def order(self) -> list[int]:
        """The seats by their points, winners first."""
        scores = self.view.scores
        return sorted(range(len(scores)), key=lambda seat: (seat not in self.winners, -scores[seat], seat))


class Chronicle(Generic[V]):
    """Sees a game from its start, entry by entry, and keeps what its ending tells: little, however long it lasts. Used
    by one thread at a time."""

    races = False  # the game ends with whoever has so many points

    def __init__(self) -> None:
        self._latest: Moment | None = None
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
        self._latest = found
        self._moments.append(found)
        if len(self._moments) > KEPT:
            self._moments.remove(min(self._moments, key=lambda one: (_widest_gap(one.gains), one.number)))

    def led(self, scores: Sequence[int], by: Moment | None = None) -> None:
        """Who leads now, and what made them."""
        best = max(scores)
        lead = frozenset(seat for seat, points in enumerate(scores) if points == best)
        if lead != self._lead:
            self._lead, self._turned = lead, by

    def facts(self) -> Any:
        """What the game itself tells beside points and moments."""
        return None

    def told(self) -> ChronicleResult:
        """All of it, when the last entry was seen."""
        course: list[tuple[int, Points]] = []
        for at, points in sorted(self.course.items()):
            if not course or course[-1][1] != points:
                course.append((at, points))
        turned = self._turned
        some = {one.number: one for one in self._moments}
        if turned is not None:
            some[turned.number] = replace(turned, turned=True)
        latest = self._latest
        if self.races and latest is not None:
            some[latest.number] = replace(some.get(latest.number, latest), won=True)
        return ChronicleResult(tuple(course), self.at, tuple(some[number] for number in sorted(some)), self.facts())


def _widest_gap(gains: Sequence[int]) -> int:
    """How far apart it can have brought any two."""
    return max(gains) - min(gains)


def seats_in_race(scores: Sequence[int], ahead: Sequence[int]) -> list[int]:
    """Those of the others who were in the race: the best of them, and who has two thirds of the winner's points."""
    others = [seat for seat in range(len(scores)) if seat not in ahead]
    best = max((scores[seat] for seat in others), default=0)
    least = min((2 * scores[seat] for seat in ahead), default=0)
    return [seat for seat in others if scores[seat] == best or 3 * scores[seat] >= least]


def moment_weight(moment: Moment, scores: Sequence[int], ahead: Sequence[int]) -> int:
    """How far it brought apart, twice over, those who won and one of the others who were in the race with them. What
    both shared counts by half, against those who were left behind. What went to these weighs nothing."""
    rivals, gains = seats_in_race(scores, ahead), moment.gains
    own = [gains[seat] for seat in ahead]
    swing = max((abs(one - gains[rival]) for one in own for rival in rivals), default=0)
    shared = min([*own, *(gains[rival] for rival in rivals)], default=0)
    behind = [gain for seat, gain in enumerate(gains) if seat not in rivals and seat not in ahead]
    return max(2 * swing, shared - max(behind) if behind else 0)


def decisive_moments(ending: Ending, most: int = MOMENTS) -> list[Moment]:
    """The moments that decided a game, in order: that with which a race was won, that which gave those the lead who
    kept it, if it was late or weighs more than half as much as any, and the largest swings between those who were in
    the race; of equals the later. If all were of one seat alone, the last of them gives way to one in which another
    who was in the race had part, and which weighs at least half as much."""
    told = ending.told
    if told is None:
        return []
    scores: Sequence[int] = ending.view.scores
    best = max(scores)
    ahead = ending.winners or tuple(seat for seat, points in enumerate(scores) if points == best)
    weights = {one.number: moment_weight(one, scores, ahead) for one in told.moments}
    most_of_all = max(weights.values(), default=0)

    def rank(one: Moment) -> tuple[bool, bool, int, int, int]:
        own, mine = weights[one.number], max(one.gains[seat] for seat in ahead) > 0
        turned = one.turned and (3 * one.at >= 2 * told.last or 2 * own > most_of_all)
        return one.won and bool(ending.winners) and mine, turned, own, _widest_gap(one.gains), one.number

    some = [one for one in told.moments if any(one.gains) and any(rank(one)[:3])]
    some.sort(key=rank, reverse=True)
    chosen = some[:most]
    alone = all(sum(gain > 0 for gain in one.gains) < 2 for one in chosen)
    if alone and len({seat_of_moment(one, ending.winners) for one in chosen}) == 1 < len(chosen) == most:
        same = seat_of_moment(chosen[0], ending.winners)
        others = [seat for seat in (*ahead, *seats_in_race(scores, ahead)) if seat != same]

        def shared(one: Moment) -> bool:
            return seat_of_moment(one, ending.winners) != same or any(one.gains[seat] > 0 for seat in others)

        other = next((one for one in some[most:] if shared(one)), None)
        if other is not None and 2 * weights[other.number] >= weights[chosen[-1].number]:
            chosen[-1] = other
    return sorted(chosen, key=lambda one: one.number)


def seat_of_moment(moment: Moment, winners: Sequence[int]) -> int:
    """Whose moment it was: who won with it; else who got most, of equals a winner; or lost most where nobody got
    anything."""
    gains = moment.gains
    if moment.won and (won := [seat for seat in winners if gains[seat] > 0]):
        return max(won, key=lambda seat: (gains[seat], -seat))
    sign = 1 if max(gains) > 0 else -1
    return max(range(len(gains)), key=lambda seat: (sign * gains[seat], seat in winners, -seat))


def public_events(events: Iterable[Any]) -> list[Event]:
    """Keys and parameters of what everybody was told."""
    return [(event.key, event.params) for event in events if event.seats is None]


__all__ = [
    "MOMENTS",
    "Chronicle",
    "ChronicleResult",
    "Ending",
    "Event",
    "Moment",
    "Points",
    "decisive_moments",
    "moment_weight",
    "public_events",
    "seat_of_moment",
    "seats_in_race",
]
