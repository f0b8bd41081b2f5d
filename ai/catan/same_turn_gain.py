"""Points scored in the same turn, for the coach.

The judge values a built point hardly more than the cards that pay for it, because waiting a round rarely matters. But
people resent the advice to wait if they then lose the point, so the coach gives it only for strong reasons.
"""

from __future__ import annotations

from typing import Any, Final

from rules.catan.moves import End, TradeAccept
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move, play

from .policy import best_scored_move
from .rollout import state_after_answers
from .scores import score_move
from .situation import Situation
from .winning import winning_line_moves

KEY: Final = bytes(16)  # arbitrary: nothing is drawn on the way


def same_turn_gain(game: Game[Any], s: CatanState, seat: int, move: Move, after: CatanState) -> float:
    """The share of a point, 0 to 1, the move scores without chance, with the best rest of the same turn. For an
    accepted offer: the share it completes. `after`: the position after the move. An own offer is first answered as the
    others would in this position, because it may give away a needed card."""
    if isinstance(move, TradeAccept):
        return _part_of_point(score_move(Situation(game.view(s, seat), Chance(KEY)), move))
    luck = Chance(KEY)
    after = state_after_answers(game, after, luck)
    while s.turn and not game.over(after) and after.turn == s.turn and seat in game.waiting(after):
        legal = list(game.legal(after, seat))
        scoring_move = next(winning_line_moves(Situation(game.view(after, seat), luck), legal, need=1), None)
        following = scoring_move or best_scored_move(game, after, seat, luck)
        transition = play(game, after, seat, following)
        if isinstance(following, End) or transition.chance:
            break
        after = transition.state
        if scoring_move is not None and after.total_points(seat) > s.total_points(seat):
            break
    return _part_of_point(after.total_points(seat) - s.total_points(seat)) if s.turn else 0.0


def _part_of_point(points: float) -> float:
    return min(1.0, max(0.0, points))
