"""Scores for the Engineer, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.engineer import CardEngineer

from ....scores import scorer_for
from ....situation import Situation
from ..improvements import city_keep_value, wall_gain

HELD: Final = 0.25


@scorer_for(CardEngineer)
def score_engineer(r: Situation, move: CardEngineer) -> float:
    return wall_gain(r) + 0.01 * city_keep_value(r, move.corner)
