"""A point in hand: what a move brings in the same turn, for whoever coaches.

To the judge a point that is built is worth little more than the cards that pay for it, for in most turns it makes no
great difference whether that is done now or in a round. But to be told to wait, and to lose it after all, is what
people take amiss: a coach tells them so only where much speaks for it.
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

KEY: Final = bytes(16)  # of luck that decides nothing: nothing is drawn on the way


def same_turn_gain(game: Game[Any], s: CatanState, seat: int, move: Move, after: CatanState) -> float:
    """How much of a point, 0 to 1, the move brings without luck, with what a sensible player does after it in the same
    turn; of an offer that is accepted, what that completes. `after`: where the seat goes on from. What is offered to
    others is answered first, as they would in this position: a card that is given away may be what is wanting."""
    if isinstance(move, TradeAccept):
        return _part_of_point(score_move(Situation(game.view(s, seat), Chance(KEY)), move))
    luck = Chance(KEY)
    after = state_after_answers(game, after, luck)
    while s.turn and not game.over(after) and after.turn == s.turn and seat in game.waiting(after):
        legal = list(game.legal(after, seat))
        point = next(winning_line_moves(Situation(game.view(after, seat), luck), legal, 1), None)
        following = point or best_scored_move(game, after, seat, luck)
        t = play(game, after, seat, following)
        if isinstance(following, End) or t.chance:
            break
        after = t.state
        if point is not None and after.total(seat) > s.total(seat):
            break
    return _part_of_point(after.total(seat) - s.total(seat)) if s.turn else 0.0


def _part_of_point(points: float) -> float:
    return min(1.0, max(0.0, points))
