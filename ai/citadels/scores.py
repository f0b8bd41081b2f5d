"""How moves are scored: each kind of move has a scorer; the highest score is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.core import Move

from .situation import Situation

M = TypeVar("M", bound=Move)
Scorer = Callable[[Situation, Any], float]

# Scores within one turn. What is done first scores highest; the end of the turn scores 0, so that what is worth
# doing at all stands above it, and what is worth nothing below.
AT_ONCE: Final = 60.0
BEFORE_BUILDING: Final = 40.0
BUILDING: Final = 20.0
ACTION: Final = 10.0
MOST: Final = 9.0  # what may be added to it
AFTER_BUILDING: Final = 1.0
NEVER: Final = -1.0

UNKNOWN: Final = -0.5  # of a move nobody has thought of: rather let it be

SCORERS: dict[type[Move], Scorer] = {}


def scorer_for(*kinds: type[Move]) -> Callable[[Callable[[Situation, M], float]], Callable[[Situation, M], float]]:
    """The function judges moves of these kinds."""

    def learn(scorer: Callable[[Situation, M], float]) -> Callable[[Situation, M], float]:
        for kind in kinds:
            SCORERS[kind] = scorer
        return scorer

    return learn


def score_move(r: Situation, move: Move) -> float:
    """How good the move looks."""
    scorer = SCORERS.get(type(move))
    return UNKNOWN if scorer is None else scorer(r, move)
