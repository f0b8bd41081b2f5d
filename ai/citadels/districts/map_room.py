"""Knowledge about the Map Room."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay
from ..situation import Situation


class MapRoom(DistrictPlay):
    value_per_hand_card = 1.0

    def points_of_effect(self, r: Situation) -> float:
        return max(0, len(r.hand) - 1)


PLAY: Final = MapRoom()
