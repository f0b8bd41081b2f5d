"""Scores for the Warlord, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.warlord import CardWarlord

from ....scores import scorer_for
from ....situation import Situation
from ..warfare import inactive_levels, strength_value
from .held import KEPT

HELD: Final = 0.35


@scorer_for(CardWarlord)
def score_warlord(r: Situation, move: CardWarlord) -> float:
    return strength_value(r, sum(r.cached(inactive_levels))) - KEPT
