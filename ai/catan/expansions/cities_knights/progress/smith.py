"""Scores for the Smith, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.smith import CardSmith

from ....scores import scorer_for
from ....situation import Situation
from ..warfare import promotion_value
from .held import KEPT

HELD: Final = 0.4


@scorer_for(CardSmith)
def score_smith(r: Situation, move: CardSmith) -> float:
    return sum(promotion_value(r, r.knights[corner]) + 0.1 for corner in move.knights) - 2 * KEPT
