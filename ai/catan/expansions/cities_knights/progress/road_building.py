"""Scores for Road Building, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.road_building import CardRoadBuilding

from ....building import best_sites, roads_missing
from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.45


@scorer_for(CardRoadBuilding)
def score_road_building(r: Situation, move: CardRoadBuilding) -> float:
    """The value of two roads."""
    ahead = max((gain for gain, site in r.memo(best_sites) if site.paths), default=0.0)
    missing = r.memo(roads_missing)
    return 0.35 * ahead + (r.points(2) * 0.7 if 0 < missing <= 2 else 0.15 if missing else 0.0) - 2 * KEPT
