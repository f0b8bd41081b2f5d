"""Knowledge about the Imperial Treasury."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay
from ..situation import Situation


class ImperialTreasury(DistrictPlay):
    gold_left = 1.0

    def scores(self, r: Situation) -> float:
        return max(0, r.gold + r.income - r.price("imperial_treasury"))


PLAY: Final = ImperialTreasury()
