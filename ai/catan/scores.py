"""Scores of moves: each kind of move has a scorer; the highest score is played.

A score is the value of the move in victory points, relative to ending the turn or declining: 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.core import Move

from .situation import Situation

M = TypeVar("M", bound=Move)
Scorer = Callable[[Situation, Any], float]

UNKNOWN: Final = -0.5  # for moves without a scorer: better not
NEVER: Final = -9.0

SCORERS: dict[type[Move], Scorer] = {}


def scorer_for(*kinds: type[Move]) -> Callable[[Callable[[Situation, M], float]], Callable[[Situation, M], float]]:
    """Decorator: registers a scorer for these kinds of moves."""

    def register(scorer: Callable[[Situation, M], float]) -> Callable[[Situation, M], float]:
        for kind in kinds:
            SCORERS[kind] = scorer
        return scorer

    return register


# Kinds with thousands of moves: one is constructed, without using the list.
MAKERS: dict[type[Move], Callable[[Situation], Move]] = {}


def maker_for(kind: type[M]) -> Callable[[Callable[[Situation], M]], Callable[[Situation], M]]:
    """Decorator: registers a function that constructs the best move of the kind."""

    def register(maker: Callable[[Situation], M]) -> Callable[[Situation], M]:
        MAKERS[kind] = maker
        return maker

    return register


def score_move(r: Situation, move: Move) -> float:
    """The score of a move."""
    scorer = SCORERS.get(type(move))
    return UNKNOWN if scorer is None else scorer(r, move)
