"""Scores for Irrigation, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.irrigation import CardIrrigation

from ....scores import scorer_for
from ....situation import Situation
from .yields import hex_yield

HELD: Final = 0.4


@scorer_for(CardIrrigation)
def score_irrigation(r: Situation, move: CardIrrigation) -> float:
    return hex_yield(r, "grain")
