"""Scores for the Commodity Monopoly, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.commodity_monopoly import CardCommodityMonopoly

from ....hand import cards_of_kind, expected_cards_held, hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.4


@scorer_for(CardCommodityMonopoly)
def score_commodity_monopoly(r: Situation, move: CardCommodityMonopoly) -> float:
    n = sum(min(1.0, expected_cards_held(r, seat, move.card)) for seat in r.others)
    return hand_worth_change(r, more=cards_of_kind(r, move.card, round(n))) - 2 * KEPT
