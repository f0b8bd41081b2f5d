"""Knowledge about the Poor House."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class PoorHouse(DistrictPlay):
    use = 0.8


PLAY: Final = PoorHouse()
