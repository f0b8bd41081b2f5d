"""Scores for the Wedding, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.wedding import CardWedding

from ....scores import scorer_for
from ....situation import A_CARD, Situation
from .held import EACH, KEPT

HELD: Final = 0.45


@scorer_for(CardWedding)
def score_wedding(r: Situation, move: CardWedding) -> float:
    value = 0.0
    for seat in r.others:
        if r.view.scores[seat] > r.score:
            value += min(EACH, r.view.players[seat].cards) * A_CARD * (0.7 + 0.5 * r.threats[seat])
    return value - 2 * KEPT
