"""What Resource Monopoly brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.resource_monopoly import CardResourceMonopoly

from ....hand import change, expected, one
from ....scores import scores
from ....situation import Situation
from .held import EACH, KEPT

HELD: Final = 0.55


@scores(CardResourceMonopoly)
def resources(r: Situation, move: CardResourceMonopoly) -> float:
    n = sum(min(EACH, expected(r, seat, move.card)) for seat in r.others)
    return change(r, more=one(r, move.card, round(n))) - 3 * KEPT
