"""One-ply search: moves compared by the resulting positions, a lay together with its best figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rules.carcassonne.cells import position_of_cell
from rules.carcassonne.figures import list_demanded_moves, list_deployments
from rules.carcassonne.moves import Deploy
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import DeployFigure
from rules.core import Move

from .extra import LOOK
from .odds import Odds
from .open_ends import Ends
from .situation import BACK, FREE_TURNS, Situation
from .trial_moves import state_after_move

LAYS_TRIED: Final = 4  # best lays tried with every figure
FIGURES_PER_LAY: Final = 5  # best figures tried for each
CLOSE: Final = 12.0  # points; moves further behind are not tried
FIGURES_TRIED: Final = 18  # best figures tried if only the figure is asked for


class Search:
    """The moves of a seat in a position. `first`: open ends of an earlier position."""

    __slots__ = ("ends", "memo", "odds", "s", "seat")

    def __init__(self, s: CarcassonneState, seat: int, first: Ends | None = None) -> None:
        self.s = s
        self.seat = seat
        self.odds = Odds(s, first.odds if first else None)
        self.ends = Ends(s.board, self.odds, first.reach if first else None)
        self.memo: dict[Any, Any] = {}

    def situation_of(self, s: CarcassonneState) -> Situation:
        return Situation(s, self.odds, self.memo, self.ends)

    def value_of_state(self, s: CarcassonneState) -> float:
        return self.judge_situation(self.situation_of(s))

    def judge_situation(self, r: Situation) -> float:
        """The value of a situation to the seat."""
        return r.value_to_seat(self.seat)

    def best_move(self, legal: Sequence[Move]) -> Move:
        """The best of these moves."""
        return self.rank_moves(legal, 1)[0]

    def rank_moves(self, legal: Sequence[Move], most: int, close: float = CLOSE) -> list[Move]:
        """At most `most` moves, best first, none more than `close` behind the best."""
        ranked = (
            self._rank_figures(self.s, legal, FIGURES_TRIED)
            if self._is_asked_for_figure(self.s)
            else self._rank_lays(legal, most)
        )
        best_value, _ = ranked[0]
        return [move for value, move in ranked[:most] if value >= best_value - close]

    def _rank_lays(self, legal: Sequence[Move], most: int) -> list[tuple[float, Move]]:
        """The best lays and other moves that are no deployments."""
        rough: list[tuple[float, int, CarcassonneState]] = []  # rough value, index of the move, state after it
        for i, move in enumerate(legal):
            after = state_after_move(self.s, self.seat, move)
            rough.append((self._value_with_good_figure(after), i, after))
        rough.sort(key=lambda entry: (-entry[0], entry[1]))
        least = rough[0][0] - CLOSE
        fine: list[tuple[float, int]] = []
        for value, i, after in rough[: max(LAYS_TRIED, most)]:
            if value >= least:
                if self._is_asked_for_figure(after):
                    legal_after = list(after.agenda[-1].legal(after, self.seat))
                    value, _ = self._rank_figures(after, legal_after, FIGURES_PER_LAY)[0]
                fine.append((value, i))
        fine.sort(key=lambda entry: (-entry[0], entry[1]))
        return [(value, legal[i]) for value, i in fine]

    def _is_asked_for_figure(self, s: CarcassonneState) -> bool:
        """Whether this seat is asked for a figure."""
        return bool(s.agenda) and type(s.agenda[-1]) is DeployFigure and self.seat in s.agenda[-1].waiting(s)

    def rough_value_of_best(self, s: CarcassonneState, moves: Iterable[Move]) -> float:
        """A rough value of the best of these moves."""
        return max(
            (self._value_with_good_figure(state_after_move(s, self.seat, move)) for move in moves),
            default=self.value_of_state(s),
        )

    def _value_with_good_figure(self, s: CarcassonneState) -> float:
        """A rough value of a position after a good figure, if one is asked for."""
        r = self.situation_of(s)
        value = self.judge_situation(r)
        if self._is_asked_for_figure(s):
            if s.hooks.required_moves and list_demanded_moves(s, self.seat):
                return value
            gains = (
                self._rough_figure_gain(r, move) for move in list_deployments(s, self.seat) if isinstance(move, Deploy)
            )
            value += max(0.0, max(gains, default=0.0))
        return value

    def _rank_figures(self, s: CarcassonneState, legal: Sequence[Move], most: int) -> list[tuple[float, Move]]:
        """The figures, best first; if there are many, only promising ones are tried."""
        tried = list(range(len(legal)))
        if len(legal) > most:
            r = self.situation_of(s)
            gains = [self._rough_figure_gain(r, move) for move in legal]
            tried = sorted(tried, key=lambda i: (-gains[i], i))[:most]
            passing = len(legal) - 1
            if passing not in tried:
                tried.append(passing)
        ranked: list[tuple[float, Move]] = []
        for i in sorted(tried):
            after = state_after_move(s, self.seat, legal[i])
            ranked.append(
                (
                    self._value_with_good_figure(after)
                    if self._is_asked_for_figure(after)
                    else self.value_of_state(after),
                    legal[i],
                )
            )
        ranked.sort(key=lambda entry: -entry[0])
        return ranked

    def _rough_figure_gain(self, r: Situation, move: Move) -> float:
        """A rough gain of a figure there."""
        if not isinstance(move, Deploy):
            return LOOK
        s = r.s
        board = s.board
        turned, nodes = board.turned_tile_and_nodes(position_of_cell(move.spot.cell))
        root = board.of[nodes[turned.places.index(move.spot.place)]]
        if move.figure not in s.hooks.follower_weights:
            companion_value = self.odds.extras.companion_values.get(move.figure)
            return LOOK if companion_value is None else companion_value(r, move.figure, root)
        weight = s.hooks.follower_weights[move.figure]
        for modified_weight in s.hooks.adjust_follower_weight:
            weight = modified_weight(s, move.figure, root, weight)
        value, back = r.feature_worth(root) if weight else (0.0, 0.0)
        returned_share = 1.0 if back == 1.0 else BACK * back
        special = self.odds.extras.special_figure_values.get(move.figure, 0.0) * self.odds.fade_near_end(FREE_TURNS)
        return value - (1.0 - returned_share) * (r.last_follower_value(self.seat) + special)
