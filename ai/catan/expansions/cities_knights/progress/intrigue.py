"""Scores for Intrigue, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.intrigue import CardIntrigue

from ....scores import scorer_for
from ....situation import Situation
from ..warfare import eviction_value
from .held import KEPT

HELD: Final = 0.2


@scorer_for(CardIntrigue)
def score_intrigue(r: Situation, move: CardIntrigue) -> float:
    return eviction_value(r, r.knights[move.corner]) - KEPT
