"""The policy for playing on: the normal player's scores, without offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.catan.state import CatanState
from rules.core import Chance, Game, Move

from .scores import MAKERS, score_move
from .situation import Situation
from .winning import winning_move


def made_or_winning_move(situation: Situation, legal: Sequence[Move]) -> Move | None:
    """The best move if its kind is constructed instead of chosen, or the next move of a certain win; None: neither."""
    make_best = MAKERS.get(type(legal[0]))
    return winning_move(situation, legal) if make_best is None else make_best(situation)


def best_scored_move(game: Game[Any], s: CatanState, seat: int, luck: Chance) -> Move:
    """The move with the highest score."""
    legal = list(game.legal(s, seat))
    if len(legal) == 1:
        return legal[0]
    situation = Situation(game.view(s, seat), luck)
    return made_or_winning_move(situation, legal) or max(legal, key=lambda move: score_move(situation, move))
