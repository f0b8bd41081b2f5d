"""Scores for the Commercial Harbour, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import COMMODITIES, NUMBER
from rules.catan.expansions.cities_knights.moves import AnswerCommodity, AnswerHarbour
from rules.catan.expansions.cities_knights.progress.commercial_harbour import CardCommercialHarbour

from ....hand import cards_of_kind, hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.3
GIVEN: Final = 0.05  # value of a card to the other side


@scorer_for(CardCommercialHarbour)
def score_commercial_harbour(r: Situation, move: CardCommercialHarbour) -> float:
    """Commodities for resources, from players who produce some."""
    givers = [seat for seat in r.others if r.view.players[seat].cards and sum(r.productions[seat][5:])]
    n = min(len(givers), sum(r.hand[:5]))
    return 0.12 * n - 0.2 if n > 1 else -KEPT


@scorer_for(AnswerHarbour)
def score_harbour_answer(r: Situation, move: AnswerHarbour) -> float:
    """A commodity of unknown kind for a resource, preferably from a player who produces some."""
    made = [r.productions[move.player][NUMBER[card]] for card in COMMODITIES]
    total = sum(made)
    if not total:
        return -0.05
    less = cards_of_kind(r, move.card)
    gain = sum(
        n / total * hand_worth_change(r, cards_of_kind(r, card), less)
        for n, card in zip(made, COMMODITIES, strict=True)
        if n
    )
    return gain - GIVEN * r.threats[move.player] + 0.001 * total


@scorer_for(AnswerCommodity)
def score_commodity_answer(r: Situation, move: AnswerCommodity) -> float:
    return hand_worth_change(r, less=cards_of_kind(r, move.card))
