"""Scores for Medicine, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.medicine import CardMedicine

from ....building import city_gain
from ....hand import cost_in_play, hand_worth_change
from ....scores import scorer_for
from ....situation import Situation

HELD: Final = 0.55


@scorer_for(CardMedicine)
def score_medicine(r: Situation, move: CardMedicine) -> float:
    price = cost_in_play(r, grain=1, ore=2)
    return city_gain(r, move.corner) + hand_worth_change(r, less=price, got=("city", int(move.corner))) - 0.1
