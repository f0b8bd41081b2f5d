"""Scores for the Deserter, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.moves import AnswerDesert
from rules.catan.expansions.cities_knights.progress.deserter import CardDeserter

from ....scores import scorer_for
from ....situation import Situation
from ..warfare import knight_site_value, strength_value
from .held import KEPT

HELD: Final = 0.45


@scorer_for(CardDeserter)
def score_deserter(r: Situation, move: CardDeserter) -> float:
    """The opponent gives up the weakest knight."""
    levels = [knight.level for knight in r.view.knights if knight.seat == move.player]
    level = min(levels, default=0)
    return level * 0.5 * r.threats[move.player] + strength_value(r, level) + 0.1 - KEPT


@scorer_for(AnswerDesert)
def score_desertion(r: Situation, move: AnswerDesert) -> float:
    """The weakest knight, preferably an inactive one."""
    knight = r.knights[move.corner]
    return -knight.level - (0.5 if knight.active else 0.0) - knight_site_value(r, move.corner)
