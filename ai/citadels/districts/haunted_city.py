"""Knowledge about the Haunted City."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class HauntedCity(DistrictPlay):
    wild = True


PLAY: Final = HauntedCity()
