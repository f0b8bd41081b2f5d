"""The Map Room."""

from __future__ import annotations

from typing import Final

from ..plays import DistrictPlay
from ..reading import Reading


class MapRoom(DistrictPlay):
    each_card = 1.0

    def scores(self, r: Reading) -> float:
        return max(0, len(r.hand) - 1)


PLAY: Final = MapRoom()
