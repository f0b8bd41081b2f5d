"""Scores for Road Building, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.road_building import CardRoadBuilding

from ....building import two_roads_value
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.45


@scorer_for(CardRoadBuilding)
def score_road_building(r: Situation, move: CardRoadBuilding) -> float:
    return two_roads_value(r) - 2 * KEPT
