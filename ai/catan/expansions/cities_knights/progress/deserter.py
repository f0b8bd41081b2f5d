"""What Deserter brings, and what it is worth in the hand."""

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
    """They give up the weakest."""
    levels = [knight.level for knight in r.view.knights if knight.seat == move.player]
    level = min(levels, default=0)
    return level * 0.5 * r.threats[move.player] + strength_value(r, level) + 0.1 - KEPT


@scorer_for(AnswerDesert)
def score_desertion(r: Situation, move: AnswerDesert) -> float:
    """The weakest, rather one that sleeps."""
    knight = r.knights[move.corner]
    return -knight.level - (0.5 if knight.active else 0.0) - knight_site_value(r, move.corner)
