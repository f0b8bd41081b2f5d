"""Quick moves for playing on: estimates of a tile and its follower without trying them on a copy.

Considers roads, cities and monasteries, fields only for the tile already laid; ignores whether cells can be filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

from rules.carcassonne.cells import STEPS_AROUND
from rules.carcassonne.figures import barred_features, closed_tiles
from rules.carcassonne.laying import admitted_turns
from rules.carcassonne.moves import PASS_FIGURE, PLACES, deploy_moves_at, make_lay_moves
from rules.carcassonne.scoring import SHIELD_BITS
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, FITS, MONASTERY, TURNED
from rules.core import Move

from .open_ends import Reach
from .situation import FREE, FREE_TURNS

COMPLETION: Final = (1.0, 0.8, 0.55, 0.3, 0.15, 0.05)  # number of open ends -> probability of completion
COMPLETION_TURNS: Final = (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)  # and the number of turns that takes
RETURN_VALUE: Final = 1.5  # points for a follower returned early in the game
FIELD_POINTS: Final = 3.0  # per city
FIELD_TURNS: Final = 10  # turns left per player, below which a field is rarely lost
LATE_FIELD: Final = 0.9  # share of a field's value from then on
EARLY_FIELD: Final = 0.6  # and before
UNFINISHED_CITY: Final = 0.2  # weight of an unfinished city for a field
MISSING: Final = 0.7  # share of a monastery's missing tiles that come in time
MONASTERY_TURNS: Final = 12  # turns left per player from which they come in time
NO_FOLLOWER: Final = 99.0  # cost of a follower if the supply is empty
CITY_END: Final = 0.6  # points that an open end adds to a city until it is completed
ROAD_END: Final = 0.3

# Turned tile -> per road and city: kind, edges where it ends, their number, and its own points.
# All other edges are field.
COURSES: Final = tuple(
    tuple(
        (
            turned.kinds[i],
            tuple(edge for edge in range(4) if turned.seam_out[edge][:1] == (i,)),
            turned.printed_open_ends[i],
            1 + (turned.marks[i] & SHIELD_BITS),
        )
        for i in turned.completable_segments
    )
    for turned in TURNED
)


class GlimpsedFeature(NamedTuple):
    """Estimates of a feature."""

    ends: int
    size: int  # tiles and shields
    strength: Sequence[int] | None  # per seat; None: unowned
    lead: float  # value to the seat of a point for the owners
    worth: float  # its present value to the seat


@cache
def completion_odds(turns: int) -> tuple[float, ...]:
    """Number of open ends -> probability of completion with that many turns left per player."""
    rows = zip(COMPLETION, COMPLETION_TURNS, strict=True)
    return tuple(chance * min(1.0, turns / needed) if needed else 1.0 for chance, needed in rows)


class Glance:
    """Estimates for a position and a seat. `reach`: of an earlier board."""

    def __init__(self, s: CarcassonneState, seat: int, reach: Reach | None = None) -> None:
        self.s = s
        self.reach = reach or Reach(s.board)
        self.seat = seat
        self.turns = (len(s.pile) - s.drawn) / s.seats
        self.fade = min(1.0, self.turns / FREE_TURNS)
        self.completion_chances = completion_odds(int(self.turns + 0.5))
        self.returned_follower_value = RETURN_VALUE * self.fade
        others = -1.0 / (s.seats - 1)
        self.value_per_point_by_seat = [1.0 if other == seat else others for other in range(s.seats)]
        first_figure = seat * len(s.hooks.figures)
        free = sum(s.supply[first_figure + i] for i, _ in s.hooks.followers)
        last_follower_value = FREE[min(free, len(FREE)) - 1] * self.fade if free <= self.turns + 1 else 0.0
        self.follower_cost = last_follower_value if free else NO_FOLLOWER
        self._known: dict[int, GlimpsedFeature] = {}

    @cached_property
    def strengths(self) -> dict[int, list[int]]:
        """Root of an occupied feature -> strength per seat."""
        s = self.s
        of, weights = s.board.of, s.hooks.follower_weights
        found: dict[int, list[int]] = {}
        for kind, seat, node in s.figures:
            weight = weights.get(kind)
            if weight:
                root = of[node]
                if root not in found:
                    found[root] = [0] * s.seats
                found[root][seat] += weight
        return found

    def _value_of_owners_point(self, strength: Sequence[int]) -> float:
        """The value to the seat of a point for the owners of a feature."""
        best = max(strength)
        return sum(
            [side for side, weight in zip(self.value_per_point_by_seat, strength, strict=True) if weight == best]
        )

    def _expected_points(self, kind: int, ends: int, count: int) -> float:
        """The expected points of a road or city. `count`: its tiles and shields."""
        if not ends:
            return 2.0 * count if kind == CITY else count
        chance = self.completion_chances[ends] if ends < len(self.completion_chances) else 0.0
        if kind == CITY:
            return count * (1.0 + chance) + CITY_END * ends * chance
        return count + ROAD_END * ends * chance

    def best_lay(self) -> Move | None:
        """The best lay of the tile in hand; None: it does not fit as printed."""
        s = self.s
        tile = s.hand
        fits, may_be_refused = FITS[tile], s.hooks.lay_refusal[tile]
        monastery_gains = self._gains_beside_monasteries()
        best, best_gain = (-1, 0), float("-inf")  # cell, turn
        board, nodes_by_edge = s.board, self.reach.nodes_by_edge
        for cell, need in board.frontier.items():
            turns = fits[need]
            if turns and may_be_refused:
                turns = admitted_turns(s, cell, tile, turns)
            if not turns:
                continue
            monastery_gain = monastery_gains.get(cell, 0.0)
            edges = nodes_by_edge(board, cell, need)
            for turn in range(4):
                if turns >> turn & 1:
                    gain = self._lay_gain(cell, 4 * tile + turn, edges) + monastery_gain
                    if gain > best_gain:
                        best, best_gain = (cell, turn), gain
        cell, turn = best
        if cell < 0:
            return None
        make_lay_moves((cell,))
        return PLACES[cell][1 << turn][0]

    def _gains_beside_monasteries(self) -> dict[int, float]:
        """Position -> gain of a tile beside monasteries."""
        board = self.s.board
        found: dict[int, float] = {}
        for cell, node in board.buildings.items():
            strength = self.strengths.get(board.of[node])
            if strength is None or not board.open[node]:
                continue
            share = self._value_of_owners_point(strength) * (
                1.0 + (self.returned_follower_value if board.open[node] == 1 else 0.0)
            )
            for ring in STEPS_AROUND:
                if cell + ring not in board.laid:
                    found[cell + ring] = found.get(cell + ring, 0.0) + share
        return found

    def _estimate_feature(self, root: int) -> GlimpsedFeature:
        """The estimates of a feature, cached."""
        board = self.s.board
        ends = board.open[root]
        count = board.tiles[root].bit_count() + (board.marks[root] & SHIELD_BITS)
        strength = self.strengths.get(root)
        lead = worth = 0.0
        if strength is not None:
            lead = self._value_of_owners_point(strength)
            worth = lead * self._expected_points(board.kinds[root], ends, count)
        found = self._known[root] = GlimpsedFeature(ends, count, strength, lead, worth)
        return found

    def _lay_gain(self, cell: int, number: int, beside: Sequence[int]) -> float:
        """The gain of a tile there, with its best follower. `beside`: see `Reach.nodes_by_edge`."""
        of = self.s.board.of
        total, deployment_gain, cost = 0.0, 0.0, self.follower_cost
        for kind, edges, ends, count in COURSES[number]:
            joined: list[int] = []
            for edge in edges:
                node = beside[edge]
                if node >= 0:
                    ends -= 2
                    root = of[node]
                    if root not in joined:
                        joined.append(root)
            strength: Sequence[int] | None = None
            lead = worth_before = 0.0
            for root in joined:
                more_ends, more_tiles, held, held_lead, worth = self._known.get(root) or self._estimate_feature(root)
                ends += more_ends
                count += more_tiles
                if held is not None:
                    worth_before += worth
                    if strength is None:
                        strength, lead = held, held_lead
                    else:
                        strength = [x + y for x, y in zip(strength, held, strict=True)]
                        lead = self._value_of_owners_point(strength)
            worth = self._expected_points(kind, ends, count)
            if strength is None:
                worth -= cost if ends else 0.0
                if worth > deployment_gain:
                    deployment_gain = worth
                continue
            total += lead * worth - worth_before
            if not ends:
                total += self.returned_follower_value * sum(
                    [side * min(weight, 1) for side, weight in zip(self.value_per_point_by_seat, strength, strict=True)]
                )
        if TURNED[number].building_segment >= 0:
            deployment_gain = max(deployment_gain, self._monastery_points(cell) - cost)
        return total + (deployment_gain if cost < NO_FOLLOWER else 0.0)

    def _monastery_points(self, cell: int) -> float:
        """The expected points of a monastery."""
        board = self.s.board
        tiles = 1 + sum([cell + ring in board.laid for ring in STEPS_AROUND])
        return tiles + (9 - tiles) * MISSING * min(1.0, self.turns / MONASTERY_TURNS)

    def best_deployment(self) -> Move:
        """The best follower on the tile just laid, or a pass."""
        s = self.s
        board = s.board
        cell = s.just
        if self.follower_cost >= NO_FOLLOWER or (s.hooks.tiles_closed_to_figures and cell in closed_tiles(s)):
            return PASS_FIGURE
        turned, nodes = board.turned_tile_and_nodes(cell)
        best, best_gain = -1, 0.0
        for segment, node in enumerate(nodes):
            root = board.of[node]
            if board.held[root]:
                continue
            gain = self._deployment_gain(root, board.kinds[node], cell)
            if gain > best_gain:
                best, best_gain = segment, gain
        if best < 0:
            return PASS_FIGURE
        return self._build_deployment(cell, turned.places[best], turned.kinds[best], board.of[nodes[best]])

    def _deployment_gain(self, root: int, kind: int, cell: int) -> float:
        """The gain of a follower in an unowned feature."""
        board = self.s.board
        if kind == FIELD:
            cities = board.bordered_cities(root)
            complete = sum(not board.open[city] for city in cities)
            certainty = LATE_FIELD if self.turns < FIELD_TURNS else EARLY_FIELD
            return (
                FIELD_POINTS * (complete + UNFINISHED_CITY * (len(cities) - complete)) * certainty - self.follower_cost
            )
        if kind == MONASTERY:
            return self._monastery_points(cell) - (self.follower_cost if board.open[root] else 0.0)
        count = board.tiles[root].bit_count() + (board.marks[root] & SHIELD_BITS)
        ends = board.open[root]
        return self._expected_points(kind, ends, count) - (self.follower_cost if ends else 0.0)

    def _build_deployment(self, cell: int, place: str, feature: int, root: int) -> Move:
        """The move with the first follower that may be put there, or a pass."""
        s = self.s
        first_figure = self.seat * len(s.hooks.figures)
        for i, kind in s.hooks.followers:
            if s.supply[first_figure + i] and feature in kind.stands:
                if s.hooks.features_barred_to and root in barred_features(s, kind.key):
                    continue
                return deploy_moves_at(kind.key, cell)[place]
        return PASS_FIGURE
