"""The ending of a game as values: points over time and the moments that decided it, gathered in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from .recap import Event

KEPT: Final = 12  # most moments kept while the game runs
MOMENTS: Final = 3  # most moments shown
V = TypeVar("V")
Points = tuple[int, ...]  # points of each seat


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of points that may have decided the game."""

    at: int  # turn, tile or round
    gains: Points
    what: Any  # the game's own value for drawing it
    number: int = 0  # position among all moments of the game
    turned: bool = False  # from here on the final leaders lead
    won: bool = False  # this moment won the game


@dataclass(frozen=True, slots=True)
class ChronicleResult:
    """The result of a chronicle."""

    course: tuple[tuple[int, Points], ...]  # (turn, points after it) in order, only turns that changed them
    last: int  # last turn
    moments: tuple[Moment, ...] = ()  # those that may have decided the game, in order
    facts: Any = None  # further facts, as a value of the game


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished or abandoned game, as the public sees it."""

    view: Any
    winners: tuple[int, ...]  # empty if the game was abandoned
    told: ChronicleResult | None = None  # None: unknown, because current rules cannot replay the log

    @property
    def order(self) -> list[int]:
        """The seats by points, winners first."""
        scores = self.view.scores
        return sorted(range(len(scores)), key=lambda seat: (seat not in self.winners, -scores[seat], seat))


class Chronicle(Generic[V]):
    """Sees every entry of a game in order and gathers its ending in bounded memory. Not thread-safe."""

    races = False  # whether reaching a number of points ends the game

    def __init__(self) -> None:
        self._latest: Moment | None = None
        self.course: dict[int, Points] = {}
        self.at = 0
        self._moments: list[Moment] = []
        self._turned: Moment | None = None
        self._lead: frozenset[int] = frozenset()
        self._number = 0

    def see(self, view: Callable[[], V], seat: int | None, events: Sequence[Event]) -> None:
        """Record the next entry: the public view after it (called only if needed), its seat and its public events."""
        shown: Any = view()
        self.passed(self.at + 1 if self.course else 0, shown.scores)

    def passed(self, at: int, scores: Points) -> None:
        """Record the points after a turn; a later call for the same turn replaces them."""
        self.at = max(self.at, at)
        self.course[self.at] = tuple(scores)

    def begun(self, at: int, scores: Points) -> None:
        """Record the points at the start: a branch begins with points and a leader."""
        self.passed(at, scores)
        self.led(scores)

    def moment(self, at: int, gains: Iterable[int], what: Any, after: Sequence[int] | None = None) -> None:
        """Record gained or lost points. `what`: the game's value for drawing it, dropped once the moment cannot be
        decisive; `after`: all points after it, or None if it happened together with others, so that it cannot take the
        lead."""
        found = Moment(at, tuple(gains), what, self._number)
        self._number += 1
        if after is not None:
            self.led(after, found)
        self._latest = found
        self._moments.append(found)
        if len(self._moments) > KEPT:
            self._moments.remove(min(self._moments, key=lambda one: (_widest_gap(one.gains), one.number)))

    def led(self, scores: Sequence[int], by: Moment | None = None) -> None:
        """Update the leaders; `by`: the moment that made them lead."""
        best = max(scores)
        lead = frozenset(seat for seat, points in enumerate(scores) if points == best)
        if lead != self._lead:
            self._lead, self._turned = lead, by

    def facts(self) -> Any:
        """Further facts of the game, for `ChronicleResult.facts`."""
        return None

    def told(self) -> ChronicleResult:
        """The result, after the last entry."""
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
    """The largest difference between two gains."""
    return max(gains) - min(gains)


def seats_in_race(scores: Sequence[int], ahead: Sequence[int]) -> list[int]:
    """The contenders besides `ahead`: the best of them, and all with two thirds of a winner's points."""
    others = [seat for seat in range(len(scores)) if seat not in ahead]
    best = max((scores[seat] for seat in others), default=0)
    least = min((2 * scores[seat] for seat in ahead), default=0)
    return [seat for seat in others if scores[seat] == best or 3 * scores[seat] >= least]


def moment_weight(moment: Moment, scores: Sequence[int], ahead: Sequence[int]) -> int:
    """Twice the largest difference in gains between a winner and a contender; or, if more, the least gain of winners
    and contenders minus the best gain of the other seats."""
    rivals, gains = seats_in_race(scores, ahead), moment.gains
    own = [gains[seat] for seat in ahead]
    swing = max((abs(one - gains[rival]) for one in own for rival in rivals), default=0)
    shared = min([*own, *(gains[rival] for rival in rivals)], default=0)
    behind = [gain for seat, gain in enumerate(gains) if seat not in rivals and seat not in ahead]
    return max(2 * swing, shared - max(behind) if behind else 0)


def decisive_moments(ending: Ending, most: int = MOMENTS) -> list[Moment]:
    """At most `most` decisive moments, in order: the one that won a race; the one that gave the winners their final
    lead, if it came in the last third or weighs more than half the heaviest; then the heaviest, the latest first among
    equals. If one seat alone has all of them, the least makes way for the best moment in which another contender
    gained, if that weighs at least half as much."""
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
    """The seat that a moment belongs to: the winner it made, else the seat with the largest gain (a winner among
    equals), else the seat with the largest loss."""
    gains = moment.gains
    if moment.won and (won := [seat for seat in winners if gains[seat] > 0]):
        return max(won, key=lambda seat: (gains[seat], -seat))
    sign = 1 if max(gains) > 0 else -1
    return max(range(len(gains)), key=lambda seat: (sign * gains[seat], seat in winners, -seat))


def public_events(events: Iterable[Any]) -> list[Event]:
    """Keys and parameters of the public events."""
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
