"""The Haunted City."""

from __future__ import annotations

from typing import Final

from ..plays import DistrictPlay


class HauntedCity(DistrictPlay):
    wild = True


PLAY: Final = HauntedCity()
