"""The value of a position to each seat: points, and expected gains of figures and pieces."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, Final

from rules.carcassonne.board import SEAT_BITS, SEAT_MASK
from rules.carcassonne.cells import STEPS_AROUND
from rules.carcassonne.expansion import Hooks
from rules.carcassonne.scoring import SHIELD_BITS, majority_seats, points_per_tile
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, MONASTERY

from . import farms
from .odds import Odds
from .open_ends import Ends

TILES_PER_END: Final = 0.3  # tiles an end adds until it is closed
BACK: Final = 0.3  # share of the value of a follower in the supply, for one certain to return
LINK: Final = 0.3  # share of the chances to join two features that are used
LINK_TURNS: Final = 4  # turns before the end at which these chances begin to shrink
LEADER: Final = 0.25  # weight of being behind the leader, beside the mean of the others
FREE: Final = (8.0, 6.0, 4.5, 3.5, 2.5, 1.8, 1.2, 0.6, 0.5, 0.4)  # first follower in the supply, second, ...
MONASTERY_POINTS: Final = 9.0
TILES_PER_TURN: Final = 0.35  # tiles that arrive beside a monastery without effort
FREE_TURNS: Final = 8  # turns before the end at which followers begin to lose value
MOST_CACHED_FEATURES: Final = 10000  # cached kinds of features


@cache
def points_per_tile_cache(hooks: Hooks) -> dict[tuple[int, int, int], tuple[int, int]]:
    """The cache of `Situation._points_per_tile` for games with these modules."""
    return {}


class Situation:
    """A position and cached derived values. `odds`: of the decision; `memo`: longer-lived cache; `ends`: earlier
    ones."""

    __slots__ = (
        "_split",
        "_worth",
        "chance_by_root",
        "free_followers",
        "joinable_pairs",
        "memo",
        "odds",
        "reach",
        "s",
        "strengths",
    )

    def __init__(self, s: CarcassonneState, odds: Odds, memo: dict[Any, Any], ends: Ends | None = None) -> None:
        self.s = s
        self.odds = odds
        self.memo = memo
        self._worth: dict[int, tuple[float, float]] = {}
        self._split: dict[int, tuple[float, float, float]] = {}
        ends = ends or Ends(s.board, odds)
        self.reach = ends.reach
        self.chance_by_root, joint = ends.completion_chances(
            s.board
        )  # root of a road or city with open ends -> probability of completion
        self.joinable_pairs = self._find_joinable_pairs(joint)  # pairs of features a tile might join
        self.strengths = self._count_strengths()
        self.free_followers = [
            sum(s.supply[seat * len(s.hooks.figures) + i] for i, _ in s.hooks.followers) for seat in range(s.seats)
        ]

    def _find_joinable_pairs(self, joint: list[tuple[tuple[int, ...], float]]) -> list[tuple[int, int, float]]:
        """Pairs of occupied features of the same kind that run into one cell, with its odds."""
        board = self.s.board
        held, kinds = board.held, board.kinds
        found: list[tuple[int, int, float]] = []
        for roots, chance in joint:
            occupied = [root for root in roots if held[root]]
            for first, second in combinations(occupied, 2):
                if kinds[first] == kinds[second]:
                    found.append((first, second, chance))
        return found

    def _count_strengths(self) -> dict[int, list[int]]:
        """Root of an occupied feature -> strength per seat."""
        s = self.s
        of, weights, hooks = s.board.of, s.hooks.follower_weights, s.hooks
        found: dict[int, list[int]] = {}
        for kind, seat, node in s.figures:
            weight = weights.get(kind)
            if weight is not None:
                root = of[node]
                for modified_weight in hooks.adjust_follower_weight:
                    weight = modified_weight(s, kind, root, weight)
                if root not in found:
                    found[root] = [0] * s.seats
                found[root][seat] += weight
        for guests in hooks.list_feature_guests:
            for guest in guests(s):
                found.setdefault(of[guest.node], [0] * s.seats)[guest.seat] += guest.weight
        return found

    def feature_worth(self, root: int) -> tuple[float, float]:
        """The expected points of a feature for each owner, and the probability that the followers return."""
        found = self._worth.get(root)
        if found is None:
            kind = self.s.board.kinds[root]
            if kind == FIELD:
                found = farms.field_worth(self, root)
            elif kind == MONASTERY:
                found = self._monastery_worth(root)
            else:
                points_now, extra_points, chance = self.worth_parts(root)
                found = points_now + extra_points * chance, chance
            self._worth[root] = found
        return found

    def completion_chance(self, root: int) -> float:
        """The probability that a road or city is completed."""
        ends = self.s.board.open[root]
        return self.chance_by_root.get(root, 0.0) * self.odds.chance_of_time(ends) if ends else 1.0

    def worth_parts(self, root: int) -> tuple[float, float, float]:
        """For a feature other than a field: present points, extra points if completed, probability of completion."""
        found = self._split.get(root)
        if found is None:
            kind = self.s.board.kinds[root]
            found = self._split[root] = (
                self._monastery_worth_parts(root) if kind == MONASTERY else self._road_or_city_worth_parts(root, kind)
            )
        return found

    def _monastery_worth_parts(self, root: int) -> tuple[float, float, float]:
        """The split of a monastery."""
        points_now = MONASTERY_POINTS - self.s.board.open[root]
        value, chance = self.feature_worth(root)
        return points_now, (value - points_now) / chance if chance else 0.0, chance

    def _road_or_city_worth_parts(self, root: int, kind: int) -> tuple[float, float, float]:
        """The split of a road or a city."""
        board = self.s.board
        ends, size, marks = board.open[root], board.tiles[root].bit_count(), board.marks[root]
        counted = size + (marks & SHIELD_BITS)
        if not ends:
            return points_per_tile(self.s, root) * counted, 0.0, 1.0
        now, complete = self._points_per_tile(root, (kind, size, marks))
        if kind == CITY and size == 1 and ends == 1:
            complete = max(1, complete)
        return now * counted, complete * (counted + TILES_PER_END * ends) - now * counted, self.completion_chance(root)

    def _points_per_tile(self, root: int, looks: tuple[int, int, int]) -> tuple[int, int]:
        """Points per tile of an incomplete road or city, now and if complete; cached by appearance."""
        s = self.s
        cached = points_per_tile_cache(s.hooks)
        found = cached.get(looks)
        if found is None:
            now = points_per_tile(s, root)
            shared_ends = s.board.open  # shared with other states
            s.board.open = shared_ends[:]
            s.board.open[root] = 0
            complete = points_per_tile(s, root)
            s.board.open = shared_ends
            if len(cached) >= MOST_CACHED_FEATURES:
                cached.clear()
            found = cached[looks] = now, complete
        return found

    def _monastery_worth(self, root: int) -> tuple[float, float]:
        """The worth of a monastery."""
        board, odds = self.s.board, self.odds
        empty = board.open[root]
        if not empty:
            return MONASTERY_POINTS, 1.0
        cell = board.cells[root]
        chance = odds.chance_of_time(empty) * 0.5 + 0.5 * min(1.0, odds.tiles_left / (8 * empty))
        for ring in STEPS_AROUND:
            if cell + ring not in board.laid:
                chance *= odds.fill_chance(board.frontier.get(cell + ring, 0))
        points_now = 9 - empty
        share = 1.0
        for chance_not_lost in odds.extras.chance_not_lost:
            share *= chance_not_lost(self, root)
        # Tiles arrive without effort: half of the missing ones, if there is time.
        without_effort = min(empty, TILES_PER_TURN * odds.turns_left) * 0.5
        value = max(points_now + chance * empty, points_now + without_effort)
        return share * min(MONASTERY_POINTS, value), chance

    def last_follower_value(self, seat: int, more: int = 0) -> float:
        """The value of the last follower in the supply, with `more` additional ones there."""
        n = self.free_followers[seat] + more
        if n <= 0 or n > self.odds.turns_left + 1:
            return 0.0
        return FREE[min(n, len(FREE)) - 1] * self.odds.fade_near_end(FREE_TURNS)

    def values_to_seats(self) -> list[float]:
        """The value of the position to each seat."""
        s = self.s
        values = [float(points) for points in s.scores]
        if not s.agenda:
            return values
        self._add_feature_values(values)
        self._add_supply_values(values)
        for add in self.odds.extras.add_piece_values:
            add(self, values)
        return values

    def _add_feature_values(self, values: list[float]) -> None:
        """Add the values of occupied features."""
        s = self.s
        held, kinds = s.board.held, s.board.kinds
        per_city = s.hooks.chosen["farmers"] == "per_city"
        for root, strength in self.strengths.items():
            value, return_probability = self.feature_worth(root)
            if kinds[root] != FIELD:
                for seat in majority_seats(strength):
                    values[seat] += value
            elif not per_city:
                for seat in majority_seats(strength):
                    values[seat] += value + farms.expected_animal_bonus(self, root, seat)
            if return_probability:
                for seat in range(s.seats):
                    n = held[root] >> SEAT_BITS * seat & SEAT_MASK
                    if n:
                        values[seat] += n * BACK * return_probability * self.last_follower_value(seat, more=1)
        if per_city:
            farms.add_supplied(self, values)
        for first, second, chance in self.joinable_pairs:
            self._add_joining_effect(values, first, second, chance)

    def _add_joining_effect(self, values: list[float], first: int, second: int, chance: float) -> None:
        """Add the effect of joining two occupied features on their majorities."""
        if first not in self.strengths or second not in self.strengths:
            return
        joined = [x + y for x, y in zip(self.strengths[first], self.strengths[second], strict=True)]
        both = self.feature_worth(first)[0] + self.feature_worth(second)[0]
        share = LINK * chance * self.odds.fade_near_end(LINK_TURNS)
        for seat in majority_seats(joined):
            values[seat] += share * both
        for root in (first, second):
            for seat in majority_seats(self.strengths[root]):
                values[seat] -= share * self.feature_worth(root)[0]

    def _add_supply_values(self, values: list[float]) -> None:
        """Add the values of figures in the supply."""
        s = self.s
        fade, turns = self.odds.fade_near_end(FREE_TURNS), self.odds.turns_left
        for seat in range(s.seats):
            useful = min(self.free_followers[seat], int(turns + 1), len(FREE))
            values[seat] += fade * sum(FREE[:useful])
            for i, worth in self.odds.extras.kept_figure_values:
                if s.supply[seat * len(s.hooks.figures) + i]:
                    values[seat] += fade * worth

    def value_to_seat(self, seat: int) -> float:
        """The value of the position to a seat: its own total less those of the others."""
        totals = self.values_to_seats()
        mine = totals.pop(seat)
        share = 1.0 / len(totals)
        return mine - share * sum(totals) - LEADER * max(0.0, max(totals) - mine) / len(totals)
