"""How moves are scored: each kind of move has a scorer; the highest score is played.

A score is what the move is worth in points of victory, beside ending the turn or letting the option go by: 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.core import Move

from .situation import Situation

M = TypeVar("M", bound=Move)
Scorer = Callable[[Situation, Any], float]

UNKNOWN: Final = -0.5  # of a move nobody has thought of: rather let it be
NEVER: Final = -9.0

SCORERS: dict[type[Move], Scorer] = {}


def scorer_for(*kinds: type[Move]) -> Callable[[Callable[[Situation, M], float]], Callable[[Situation, M], float]]:
    """The function judges moves of these kinds."""

    def learn(scorer: Callable[[Situation, M], float]) -> Callable[[Situation, M], float]:
        for kind in kinds:
            SCORERS[kind] = scorer
        return scorer

    return learn


# Of these kinds there may be thousands of moves: one is made, the list is not looked at.
MAKERS: dict[type[Move], Callable[[Situation], Move]] = {}


def maker_for(kind: type[M]) -> Callable[[Callable[[Situation], M]], Callable[[Situation], M]]:
    """The function makes the best move of the kind."""

    def learn(maker: Callable[[Situation], M]) -> Callable[[Situation], M]:
        MAKERS[kind] = maker
        return maker

    return learn


def score_move(r: Situation, move: Move) -> float:
    """How good the move looks."""
    scorer = SCORERS.get(type(move))
    return UNKNOWN if scorer is None else scorer(r, move)
