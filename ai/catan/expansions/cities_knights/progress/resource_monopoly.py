"""Scores for the Resource Monopoly, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.resource_monopoly import CardResourceMonopoly

from ....hand import cards_of_kind, expected_cards_held, hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from .held import EACH, KEPT

HELD: Final = 0.55


@scorer_for(CardResourceMonopoly)
def score_resource_monopoly(r: Situation, move: CardResourceMonopoly) -> float:
    n = sum(min(EACH, expected_cards_held(r, seat, move.card)) for seat in r.others)
    return hand_worth_change(r, more=cards_of_kind(r, move.card, round(n))) - 3 * KEPT
