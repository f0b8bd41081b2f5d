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
    places = [hex_ for hex_ in range(len(r.terrain)) if hex_ != r.robber]
    best = max(robber.blocking_value(r, hex_) + robber.theft_value_of_all(r, hex_) for hex_ in places)
    return best + robber.blocking_suffered(r) - 2 * KEPT
