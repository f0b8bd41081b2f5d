"""The Great Wall."""

from __future__ import annotations

from typing import Final

from ..plays import DistrictPlay


class GreatWall(DistrictPlay):
    use = 0.8


PLAY: Final = GreatWall()
