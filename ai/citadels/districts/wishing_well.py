"""Knowledge about the Wishing Well."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS, PURPLE

from ..card_knowledge import DistrictPlay
from ..situation import Situation, count_purples


class WishingWell(DistrictPlay):
    def points_of_effect(self, r: Situation) -> float:
        return count_purples(r.city)

    def points_added_to(self, district: str) -> float:
        return 1.0 if DISTRICTS[district].colour == PURPLE else 0.0


PLAY: Final = WishingWell()
