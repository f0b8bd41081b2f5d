"""What Smith brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.smith import CardSmith

from ....scores import scores
from ....situation import Situation
from ..warfare import raised
from .held import KEPT

HELD: Final = 0.4


@scores(CardSmith)
def smith(r: Situation, move: CardSmith) -> float:
    return sum(raised(r, r.knights[corner]) + 0.1 for corner in move.knights) - 2 * KEPT
