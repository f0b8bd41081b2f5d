"""What Intrigue brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.intrigue import CardIntrigue

from ....scores import scores
from ....situation import Situation
from ..warfare import driven
from .held import KEPT

HELD: Final = 0.2


@scores(CardIntrigue)
def intrigue(r: Situation, move: CardIntrigue) -> float:
    return driven(r, r.knights[move.corner]) - KEPT
