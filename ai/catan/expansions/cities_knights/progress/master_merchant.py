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
CHOSEN: Final = 1.3  # factor for choosing the cards
VICTIM_LOSS: Final = 0.3  # weight of the loss of their owner
LARGE_HAND: Final = 0.01  # value of another card in their hand


@scorer_for(CardMasterMerchant)
def score_master_merchant(r: Situation, move: CardMasterMerchant) -> float:
    """Two good cards, preferably of a large hand."""
    cards = r.view.players[move.player].cards
    chosen_card = CHOSEN * A_CARD + VICTIM_LOSS * r.threats[move.player]
    return min(2, cards) * chosen_card + LARGE_HAND * min(cards, 12) - KEPT


@scorer_for(AnswerTake)
def score_taken_cards(r: Situation, move: AnswerTake) -> float:
    """The value of the cards to me; more cards are better."""
    return hand_worth_change(r, more=r.count_kinds(move.kinds)) + 0.05 * len(move.kinds)
