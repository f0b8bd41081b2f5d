"""What Mining brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.mining import CardMining

from ....scores import scores
from ....situation import Situation
from .yields import hex_yield

HELD: Final = 0.45


@scores(CardMining)
def mining(r: Situation, move: CardMining) -> float:
    return hex_yield(r, "ore")
