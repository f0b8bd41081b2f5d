"""Scores for the Saboteur, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.saboteur import CardSaboteur

from ....scores import scorer_for
from ....situation import A_CARD, Situation
from .held import KEPT

HELD: Final = 0.3


@scorer_for(CardSaboteur)
def score_saboteur(r: Situation, move: CardSaboteur) -> float:
    value = 0.0
    for seat in r.others:
        if r.view.scores[seat] >= r.score:
            value += r.view.players[seat].cards // 2 * A_CARD * r.threats[seat]
    return value - 2 * KEPT
