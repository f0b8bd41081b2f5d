"""Scores for the Bishop, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.bishop import CardBishop

from .... import robber
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.35


@scorer_for(CardBishop)
def score_bishop(r: Situation, move: CardBishop) -> float:
    there = max(
        robber.blocking_value(r, h) + robber.theft_value_of_all(r, h) for h in range(len(r.terrain)) if h != r.robber
    )
    return there + robber.blocking_suffered(r) - 2 * KEPT
