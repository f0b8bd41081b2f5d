"""Knowledge about the Map Room."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay
from ..situation import Situation


class MapRoom(DistrictPlay):
    each_card = 1.0

    def scores(self, r: Situation) -> float:
        return max(0, len(r.hand) - 1)


PLAY: Final = MapRoom()
