"""Road Building: two free roads."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.road_building import CardRoadBuilding

from .card import ProgressCardFace

CARD: Final = ProgressCardFace(
    CardRoadBuilding.kind, effect_prefixes=("catan.build.free_road", "catan.story.free_roads")
)
