"""Scores for the Merchant, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.merchant import CardMerchant

from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 1.0
RATE_DOT: Final = 0.02  # value of the rate per dot of the kind
STAYS: Final = 0.8  # share of the point, because it may be lost again


@scorer_for(CardMerchant)
def score_merchant(r: Situation, move: CardMerchant) -> float:
    """The point, and a good rate for my production there."""
    kind = r.terrain[move.hex]
    better_rate = 0.0
    if kind < len(r.view.cards) and r.mine.rates[kind] > 2:
        better_rate = RATE_DOT * r.production[kind]
    if r.mine.merchant:
        return better_rate - 4 * KEPT
    owner = next((seat for seat in r.others if r.view.players[seat].merchant), None)
    return STAYS * r.value_of_points(1) + better_rate + (STAYS * r.threats[owner] if owner is not None else 0.0)
