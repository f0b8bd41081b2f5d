"""Scores for the Commercial Harbour, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import CLOTH, COMMODITIES, NUMBER
from rules.catan.expansions.cities_knights.moves import AnswerCommodity, AnswerHarbour
from rules.catan.expansions.cities_knights.progress.commercial_harbour import CardCommercialHarbour

from ....hand import cards_of_kind, hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.3
GIVEN: Final = 0.05  # value of a card to the other side
MORE_DOTS: Final = 0.001  # decides between players of equal value


@scorer_for(CardCommercialHarbour)
def score_commercial_harbour(r: Situation, move: CardCommercialHarbour) -> float:
    """Commodities for resources, from players who produce some."""
    givers = [seat for seat in r.others if r.view.players[seat].cards and sum(r.productions[seat][CLOTH:])]
    exchanges = min(len(givers), sum(r.hand[:CLOTH]))
    return 0.12 * exchanges - 0.2 if exchanges > 1 else -KEPT


@scorer_for(AnswerHarbour)
def score_harbour_answer(r: Situation, move: AnswerHarbour) -> float:
    """A commodity of unknown kind for a resource, preferably from a player who produces some."""
    dots = [r.productions[move.player][NUMBER[card]] for card in COMMODITIES]
    total = sum(dots)
    if not total:
        return -GIVEN
    less = cards_of_kind(r, move.card)
    gain = sum(
        n / total * hand_worth_change(r, cards_of_kind(r, card), less)
        for n, card in zip(dots, COMMODITIES, strict=True)
        if n
    )
    return gain - GIVEN * r.threats[move.player] + MORE_DOTS * total


@scorer_for(AnswerCommodity)
def score_commodity_answer(r: Situation, move: AnswerCommodity) -> float:
    return hand_worth_change(r, less=cards_of_kind(r, move.card))
