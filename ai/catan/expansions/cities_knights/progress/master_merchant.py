"""Scores for the Master Merchant, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.moves import AnswerTake
from rules.catan.expansions.cities_knights.progress.master_merchant import CardMasterMerchant

from ....hand import hand_worth_change
from ....scores import scorer_for
from ....situation import A_CARD, Situation
from .held import KEPT

HELD: Final = 0.5


@scorer_for(CardMasterMerchant)
def score_master_merchant(r: Situation, move: CardMasterMerchant) -> float:
    """Two good cards, preferably of a large hand."""
    cards = r.view.players[move.player].cards
    return min(2, cards) * (1.3 * A_CARD + 0.3 * r.threats[move.player]) + 0.01 * min(cards, 12) - KEPT


@scorer_for(AnswerTake)
def score_taken_cards(r: Situation, move: AnswerTake) -> float:
    """The value of the cards to me; more cards are better."""
    return hand_worth_change(r, more=r.counts(move.kinds)) + 0.05 * len(move.kinds)
