"""What Engineer brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.engineer import CardEngineer

from ....scores import scores
from ....situation import Situation
from ..improvements import keeping, wall_gain

HELD: Final = 0.25


@scores(CardEngineer)
def engineer(r: Situation, move: CardEngineer) -> float:
    return wall_gain(r) + 0.01 * keeping(r, move.corner)
