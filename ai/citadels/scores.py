"""Scores of moves: each kind of move has a scorer; the highest score is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.core import Move

from .situation import Situation

M = TypeVar("M", bound=Move)
Scorer = Callable[[Situation, Any], float]

# Levels of scores within a turn. Earlier moves score higher. Ending the turn scores 0: above it is everything worth
# doing, below it everything else.
AT_ONCE: Final = 60.0
MOST_AT_ONCE: Final = 20.0  # maximal value added to that level
BEFORE_BUILDING: Final = 40.0
BUILDING: Final = 20.0
MOST_BUILDING: Final = 19.0  # maximal value added to the level of building
ACTION: Final = 10.0
MOST: Final = 9.0  # maximal value added to the level of the action
AFTER_BUILDING: Final = 1.0
NEVER: Final = -1.0

UNKNOWN: Final = -0.5  # for moves without a scorer: better not

SCORERS: dict[type[Move], Scorer] = {}


def scorer_for(*kinds: type[Move]) -> Callable[[Callable[[Situation, M], float]], Callable[[Situation, M], float]]:
    """Decorator: registers a scorer for these kinds of moves."""

    def register(scorer: Callable[[Situation, M], float]) -> Callable[[Situation, M], float]:
        for kind in kinds:
            SCORERS[kind] = scorer
        return scorer

    return register


def score_move(r: Situation, move: Move) -> float:
    """The score of a move."""
    scorer = SCORERS.get(type(move))
    return UNKNOWN if scorer is None else scorer(r, move)
