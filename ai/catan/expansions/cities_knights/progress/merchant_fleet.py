"""Scores for the Merchant Fleet, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import NUMBER
from rules.catan.expansions.cities_knights.progress.merchant_fleet import CardMerchantFleet

from ....hand import hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.35


@scorer_for(CardMerchantFleet)
def score_merchant_fleet(r: Situation, move: CardMerchantFleet) -> float:
    """A kind I have many cards of."""
    kind = NUMBER[move.card]
    rates = [*r.mine.rates]
    if rates[kind] <= 2 or r.hand[kind] < 2:
        return -KEPT
    rates[kind] = 2
    return hand_worth_change(r, rates=tuple(rates)) - 2 * KEPT
