"""What Spy brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.moves import AnswerSpy
from rules.catan.expansions.cities_knights.progress.spy import CardSpy

from ....scores import scores
from ....situation import Situation
from ..improvements import A_DRAW
from .held import KEPT, worth_held

HELD: Final = 0.4


@scores(CardSpy)
def spy(r: Situation, move: CardSpy) -> float:
    return A_DRAW * (1 + r.threats[move.player]) + 0.03 * len(r.view.players[move.player].progress) - KEPT


@scores(AnswerSpy)
def spied(r: Situation, move: AnswerSpy) -> float:
    return worth_held(move.progress)
