"""Scores for Mining, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.mining import CardMining

from ....scores import scorer_for
from ....situation import Situation
from .yields import hex_yield

HELD: Final = 0.45


@scorer_for(CardMining)
def score_mining(r: Situation, move: CardMining) -> float:
    return hex_yield(r, "ore")
