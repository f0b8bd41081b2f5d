"""What Medicine brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.medicine import CardMedicine

from ....building import city_gain
from ....hand import change, cost
from ....scores import scores
from ....situation import Situation

HELD: Final = 0.55


@scores(CardMedicine)
def medicine(r: Situation, move: CardMedicine) -> float:
    price = cost(r, grain=1, ore=2)
    return city_gain(r, move.corner) + change(r, less=price, got=("city", int(move.corner))) - 0.1
