"""Effects of every lay of the tile in hand, for the screens on which players choose a cell.

Nothing is drawn or scored: each lay is tried on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core import Chance, Context, Move, Step

from .cells import Cell, neighbour_positions, position_of_cell
from .moves import Place
from .scoring import counted_tiles, feature_name, feature_points, majority_seats, seat_strengths
from .state import CarcassonneState
from .tiles import CITY, MONASTERY, ROAD
from .turn import DRAGON, LAY, draws_nothing

ENDING = (ROAD, CITY, MONASTERY)  # kinds of features that can be completed


@dataclass(frozen=True, slots=True)
class Touched:
    """A road, city or monastery completed or extended by a lay, in its new state."""

    feature: str  # public name
    tiles: int
    complete: bool
    points: int  # for each owner: now if complete, else at the end of the game in its present state
    owners: tuple[int, ...]
    mine: bool  # the seat has a follower there


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effects of a lay on existing features. Excludes fields and features of the new tile alone."""

    move: Place
    touched: tuple[Touched, ...]
    gain: int  # points of the seat at once

    @property
    def mine(self) -> bool:
        """Whether a feature of the seat is affected."""
        return any(one.mine for one in self.touched)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Importance: points of the seat or of anybody, then own features extended, then others' completed."""
        free = sum(one.points for one in self.completed if not one.owners)
        return self.gain + free, len(self.continued), len(self.completed)

    @property
    def completed(self) -> tuple[Touched, ...]:
        return tuple(one for one in self.touched if one.complete)

    @property
    def continued(self) -> tuple[Touched, ...]:
        """The seat's own features that are extended but not completed."""
        return tuple(one for one in self.touched if one.mine and not one.complete)


def list_outcomes(s: CarcassonneState, seat: int, moves: Iterable[Move]) -> tuple[Outcome, ...]:
    """The outcomes of those of the legal moves that lay the tile in hand, in order."""
    found = []
    for move in moves:
        if isinstance(move, Place):
            touched = _features_touched(s, seat, move)
            gain = sum(one.points for one in touched if one.complete and seat in one.owners)
            found.append(Outcome(move, touched, gain))
    return tuple(found)


def best_outcome_per_cell(found: Iterable[Outcome]) -> dict[Cell, Outcome]:
    """Cell -> its most important outcome; of equals the first."""
    by_cell: dict[Cell, Outcome] = {}
    for outcome in found:
        known = by_cell.get(outcome.move.cell)
        if known is None or outcome.rank > known.rank:
            by_cell[outcome.move.cell] = outcome
    return by_cell


def _features_touched(s: CarcassonneState, seat: int, move: Place) -> tuple[Touched, ...]:
    after = try_lay(s, seat, move)
    board, at = after.board, position_of_cell(move.cell)
    roots = dict.fromkeys(after.completed)
    roots |= dict.fromkeys(root for node in board.nodes(at) if (root := board.of[node]) not in roots)
    if board.buildings:
        near = (board.buildings.get(there) for there in neighbour_positions(at))
        roots |= dict.fromkeys(board.of[node] for node in near if node is not None)
    found = []
    for root in roots:
        if board.kinds[root] not in ENDING or (not board.open[root]) != (root in after.completed):
            continue
        if root not in after.completed and not board.held[root]:
            continue  # unowned and unaffected
        strength = seat_strengths(after, root)
        found.append(
            Touched(
                feature_name(after, root),
                counted_tiles(after, root),
                not board.open[root],
                feature_points(after, root),
                tuple(majority_seats(strength)),
                strength[seat] > 0,
            )
        )
    return tuple(found)


def try_lay(s: CarcassonneState, seat: int, place: Move) -> CarcassonneState:
    """A copy of the state after the lay, stopped at the question for a figure if there is one."""
    step = s.agenda[-1]
    after = s.copy()
    ctx = Context(after, Chance(bytes(32)))
    after.agenda[len(s.agenda) - 1] = step.take(ctx, seat, place)
    laying = (type(step), *steps_between_ranks(after, LAY, DRAGON))
    while after.agenda and not (top := after.agenda[-1]).waiting(after):
        if not isinstance(top, laying) and not draws_nothing(after, top):
            break
        after.agenda.pop().run(ctx)
    return after


def steps_between_ranks(s: CarcassonneState, low: int, high: int) -> tuple[type[Step[CarcassonneState]], ...]:
    """The steps of the turn with low <= rank < high."""
    return tuple(type(step) for step in s.hooks.between(low, high))
