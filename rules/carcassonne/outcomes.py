"""Effects of every lay of the tile in hand, for the screens on which players choose a cell.

Nothing is drawn or scored: each lay is tried on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core import Chance, Context, Move, Step
from rules.core.chance import KEY_BYTES

from .cells import Cell, neighbour_positions, position_of_cell
from .moves import Place
from .scoring import counted_tiles, feature_name, feature_points, majority_seats, seat_strengths
from .state import CarcassonneState, Ctx
from .tiles import CITY, MONASTERY, ROAD
from .turn import DRAGON, LAY, draws_nothing

COMPLETABLE = (ROAD, CITY, MONASTERY)  # kinds of features


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
    def affects_own_feature(self) -> bool:
        """Whether a feature of the seat is affected."""
        return any(feature.mine for feature in self.touched)

    @property
    def importance(self) -> tuple[int, int, int]:
        """Importance: points of the seat or of anybody, then own features extended, then others' completed."""
        unowned_points = sum(feature.points for feature in self.completed if not feature.owners)
        return self.gain + unowned_points, len(self.continued), len(self.completed)

    @property
    def completed(self) -> tuple[Touched, ...]:
        return tuple(feature for feature in self.touched if feature.complete)

    @property
    def continued(self) -> tuple[Touched, ...]:
        """The seat's own features that are extended but not completed."""
        return tuple(feature for feature in self.touched if feature.mine and not feature.complete)


def list_outcomes(s: CarcassonneState, seat: int, moves: Iterable[Move]) -> tuple[Outcome, ...]:
    """The outcomes of those of the legal moves that lay the tile in hand, in order."""
    outcomes = []
    for move in moves:
        if isinstance(move, Place):
            touched = _features_touched(s, seat, move)
            gain = sum(feature.points for feature in touched if feature.complete and seat in feature.owners)
            outcomes.append(Outcome(move, touched, gain))
    return tuple(outcomes)


def best_outcome_per_cell(outcomes: Iterable[Outcome]) -> dict[Cell, Outcome]:
    """Cell -> its most important outcome; of equals the first."""
    by_cell: dict[Cell, Outcome] = {}
    for outcome in outcomes:
        known = by_cell.get(outcome.move.cell)
        if known is None or outcome.importance > known.importance:
            by_cell[outcome.move.cell] = outcome
    return by_cell


def _features_touched(s: CarcassonneState, seat: int, move: Place) -> tuple[Touched, ...]:
    """The features a lay completes or extends, in their state after it."""
    after = try_lay(s, seat, move)
    board, at = after.board, position_of_cell(move.cell)
    roots = dict.fromkeys(after.completed)
    roots |= dict.fromkeys(root for node in board.nodes_at(at) if (root := board.of[node]) not in roots)
    if board.buildings:
        buildings = (board.buildings.get(there) for there in neighbour_positions(at))
        roots |= dict.fromkeys(board.of[node] for node in buildings if node is not None)
    touched = []
    for root in roots:
        complete = not board.open[root]
        if board.kinds[root] not in COMPLETABLE or complete != (root in after.completed):
            continue
        if not complete and not board.held[root]:
            continue  # unowned and unaffected
        strength = seat_strengths(after, root)
        touched.append(
            Touched(
                feature=feature_name(after, root),
                tiles=counted_tiles(after, root),
                complete=complete,
                points=feature_points(after, root),
                owners=tuple(majority_seats(strength)),
                mine=strength[seat] > 0,
            )
        )
    return tuple(touched)


def try_lay(s: CarcassonneState, seat: int, place: Move) -> CarcassonneState:
    """A copy of the state after the lay, stopped at the question for a figure if there is one."""
    step = s.agenda[-1]
    after = s.copy()
    ctx = context_of_copy(after)
    after.agenda[len(s.agenda) - 1] = step.apply_move(ctx, seat, place)
    laying_steps = (type(step), *steps_between_ranks(after, LAY, DRAGON))
    while after.agenda and not after.agenda[-1].waiting(after):
        top = after.agenda[-1]
        if not isinstance(top, laying_steps) and not draws_nothing(after, top):
            break
        after.agenda.pop().run(ctx)
    return after


def context_of_copy(copied: CarcassonneState) -> Ctx:
    """A context for trying out steps on a copy of a state; its random numbers mean nothing."""
    return Context(copied, Chance(bytes(KEY_BYTES)))


def steps_between_ranks(s: CarcassonneState, low: int, high: int) -> tuple[type[Step[CarcassonneState]], ...]:
    """The steps of the turn with low <= rank < high."""
    return tuple(type(step) for step in s.hooks.steps_between_ranks(low, high))
