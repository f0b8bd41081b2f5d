"""Scores for the Spy, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.moves import AnswerSpy
from rules.catan.expansions.cities_knights.progress.spy import CardSpy

from ....scores import scorer_for
from ....situation import Situation
from ..improvements import A_DRAW
from .held import KEPT, worth_held

HELD: Final = 0.4


@scorer_for(CardSpy)
def score_spy(r: Situation, move: CardSpy) -> float:
    return A_DRAW * (1 + r.threats[move.player]) + 0.03 * len(r.view.players[move.player].progress) - KEPT


@scorer_for(AnswerSpy)
def score_spied_card(r: Situation, move: AnswerSpy) -> float:
    return worth_held(move.progress)
