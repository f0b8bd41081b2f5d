"""Knowledge about the Imperial Treasury."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay
from ..situation import Situation


class ImperialTreasury(DistrictPlay):
    value_per_gold_left = 1.0

    def points_of_effect(self, r: Situation) -> float:
        return max(0, r.gold + r.income_left - r.price("imperial_treasury"))


PLAY: Final = ImperialTreasury()
