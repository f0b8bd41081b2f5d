"""What Commodity Monopoly brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.commodity_monopoly import CardCommodityMonopoly

from ....hand import change, expected, one
from ....scores import scores
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.4


@scores(CardCommodityMonopoly)
def commodities(r: Situation, move: CardCommodityMonopoly) -> float:
    n = sum(min(1.0, expected(r, seat, move.card)) for seat in r.others)
    return change(r, more=one(r, move.card, round(n))) - 2 * KEPT
