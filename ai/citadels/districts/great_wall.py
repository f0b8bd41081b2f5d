"""Knowledge about the Great Wall."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class GreatWall(DistrictPlay):
    use = 0.8


PLAY: Final = GreatWall()
