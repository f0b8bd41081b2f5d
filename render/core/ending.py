"""The ending of a game as values: points over time and the moments that decided it, gathered in one pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

from .recap import Event as Event

KEPT: Final = 12  # most moments kept while the game runs
MOMENTS: Final = 3  # most moments shown
V = TypeVar("V")
Points = tuple[int, ...]  # points of each seat


@dataclass(frozen=True, slots=True)
class Moment:
    """A change of points that may have decided the game."""

    turn: int  # turn, tile or round
    gains: Points
    payload: Any  # the game's own value for drawing it
    number: int = 0  # position among all moments of the game
    turned: bool = False  # from here on the final leaders lead
    won: bool = False  # this moment won the game


@dataclass(frozen=True, slots=True)
class ChronicleResult:
    """The result of a chronicle."""

    points_by_turn: tuple[tuple[int, Points], ...]  # (turn, points after it) in order, only turns that changed them
    last_turn: int  # last turn
    moments: tuple[Moment, ...] = ()  # those that may have decided the game, in order
    facts: Any = None  # further facts, as a value of the game


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished or abandoned game, as the public sees it."""

    view: Any
    winners: tuple[int, ...]  # empty if the game was abandoned
    chronicle: ChronicleResult | None = None  # None: unknown, because current rules cannot replay the log

    @property
    def seats_by_points(self) -> list[int]:
        """The seats by points, winners first."""
        scores = self.view.scores
        return sorted(range(len(scores)), key=lambda seat: (seat not in self.winners, -scores[seat], seat))


class Chronicle(Generic[V]):
    """Sees every entry of a game in order and gathers its ending in bounded memory. Not thread-safe."""

    is_race = False  # whether reaching a number of points ends the game

    def __init__(self) -> None:
        self._latest_moment: Moment | None = None
        self.points_by_turn: dict[int, Points] = {}
        self.last_turn = 0
        self._kept_moments: list[Moment] = []
        self._lead_moment: Moment | None = None
        self._leaders: frozenset[int] = frozenset()
        self._next_number = 0

    def record_entry(self, view: Callable[[], V], seat: int | None, events: Sequence[Event]) -> None:
        """Record the next entry: the public view after it (called only if needed), its seat and its public events."""
        shown: Any = view()
        self.record_points(self.last_turn + 1 if self.points_by_turn else 0, shown.scores)

    def record_points(self, turn: int, scores: Points) -> None:
        """Record the points after a turn; a later call for the same turn replaces them."""
        self.last_turn = max(self.last_turn, turn)
        self.points_by_turn[self.last_turn] = tuple(scores)

    def record_start(self, turn: int, scores: Points) -> None:
        """Record the points at the start: a branch begins with points and a leader."""
        self.record_points(turn, scores)
        self.update_leaders(scores)

    def record_moment(self, turn: int, gains: Iterable[int], payload: Any, after: Sequence[int] | None = None) -> None:
        """Record gained or lost points. `payload`: the game's value for drawing it, dropped once the moment cannot be
        decisive; `after`: all points after it, or None if it happened together with others, so that it cannot take the
        lead."""
        recorded = Moment(turn, tuple(gains), payload, self._next_number)
        self._next_number += 1
        if after is not None:
            self.update_leaders(after, recorded)
        self._latest_moment = recorded
        self._kept_moments.append(recorded)
        if len(self._kept_moments) > KEPT:
            self._kept_moments.remove(
                min(self._kept_moments, key=lambda moment: (_widest_gap(moment.gains), moment.number))
            )

    def update_leaders(self, scores: Sequence[int], moment: Moment | None = None) -> None:
        """Update the leaders; `moment`: the moment that made them lead."""
        most_points = max(scores)
        leaders = frozenset(seat for seat, points in enumerate(scores) if points == most_points)
        if leaders != self._leaders:
            self._leaders, self._lead_moment = leaders, moment

    def collect_facts(self) -> Any:
        """Further facts of the game, for `ChronicleResult.facts`."""
        return None

    def build_result(self) -> ChronicleResult:
        """The result, after the last entry."""
        course: list[tuple[int, Points]] = []
        for turn, points in sorted(self.points_by_turn.items()):
            if not course or course[-1][1] != points:
                course.append((turn, points))
        turned = self._lead_moment
        moments = {moment.number: moment for moment in self._kept_moments}
        if turned is not None:
            moments[turned.number] = replace(turned, turned=True)
        latest = self._latest_moment
        if self.is_race and latest is not None:
            moments[latest.number] = replace(moments.get(latest.number, latest), won=True)
        in_order = tuple(moments[number] for number in sorted(moments))
        return ChronicleResult(tuple(course), self.last_turn, in_order, self.collect_facts())


def _widest_gap(gains: Sequence[int]) -> int:
    """The largest difference between two gains."""
    return max(gains) - min(gains)


def seats_in_race(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The contenders besides `winners`: the best of them, and all with two thirds of a winner's points."""
    others = [seat for seat in range(len(scores)) if seat not in winners]
    most_points = max((scores[seat] for seat in others), default=0)
    least = min((scores[seat] for seat in winners), default=0)
    return [seat for seat in others if scores[seat] == most_points or 3 * scores[seat] >= 2 * least]


def moment_weight(moment: Moment, scores: Sequence[int], winners: Sequence[int]) -> int:
    """Twice the largest difference in gains between a winner and a contender; or, if more, the least gain of winners
    and contenders minus the best gain of the other seats."""
    rivals, gains = seats_in_race(scores, winners), moment.gains
    winner_gains = [gains[seat] for seat in winners]
    widest_swing = max((abs(gain - gains[rival]) for gain in winner_gains for rival in rivals), default=0)
    least_shared_gain = min([*winner_gains, *(gains[rival] for rival in rivals)], default=0)
    other_gains = [gain for seat, gain in enumerate(gains) if seat not in rivals and seat not in winners]
    return max(2 * widest_swing, least_shared_gain - max(other_gains) if other_gains else 0)


def decisive_moments(ending: Ending, most: int = MOMENTS) -> list[Moment]:
    """At most `most` decisive moments, in order: the one that won a race; the one that gave the winners their final
    lead, if it came in the last third or weighs more than half the heaviest; then the heaviest, the latest first among
    equals. If one seat alone has all of them, the least makes way for the best moment in which another contender
    gained, if that weighs at least half as much."""
    chronicle = ending.chronicle
    if chronicle is None:
        return []
    scores: Sequence[int] = ending.view.scores
    most_points = max(scores)
    leaders = ending.winners or tuple(seat for seat, points in enumerate(scores) if points == most_points)
    weights = {moment.number: moment_weight(moment, scores, leaders) for moment in chronicle.moments}
    greatest_weight = max(weights.values(), default=0)

    def rank(moment: Moment) -> tuple[bool, bool, int, int, int]:
        weight = weights[moment.number]
        won_race = moment.won and bool(ending.winners) and max(moment.gains[seat] for seat in leaders) > 0
        is_turning_point = moment.turned and (
            3 * moment.turn >= 2 * chronicle.last_turn or 2 * weight > greatest_weight
        )
        return won_race, is_turning_point, weight, _widest_gap(moment.gains), moment.number

    candidates = [moment for moment in chronicle.moments if any(moment.gains) and any(rank(moment)[:3])]
    candidates.sort(key=rank, reverse=True)
    chosen = candidates[:most]
    nothing_shared = all(sum(gain > 0 for gain in moment.gains) < 2 for moment in chosen)
    owners = {seat_of_moment(moment, ending.winners) for moment in chosen}
    if nothing_shared and len(owners) == 1 < len(chosen) == most:
        (only_seat,) = owners
        others = [seat for seat in (*leaders, *seats_in_race(scores, leaders)) if seat != only_seat]

        def is_for_others(moment: Moment) -> bool:
            gained = any(moment.gains[seat] > 0 for seat in others)
            return gained or seat_of_moment(moment, ending.winners) != only_seat

        replacement = next((moment for moment in candidates[most:] if is_for_others(moment)), None)
        if replacement is not None and 2 * weights[replacement.number] >= weights[chosen[-1].number]:
            chosen[-1] = replacement
    return sorted(chosen, key=lambda moment: moment.number)


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
