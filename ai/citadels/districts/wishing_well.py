"""Knowledge about the Wishing Well."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS, PURPLE

from ..card_knowledge import DistrictPlay
from ..situation import Situation, count_purples


class WishingWell(DistrictPlay):
    def scores(self, r: Situation) -> float:
        return count_purples(r.city)

    def adds(self, district: str) -> float:
        return 1.0 if DISTRICTS[district].colour == PURPLE else 0.0


PLAY: Final = WishingWell()
