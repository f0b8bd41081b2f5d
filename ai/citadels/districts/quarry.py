"""Knowledge about the Quarry."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Quarry(DistrictPlay):
    use = 1.0


PLAY: Final = Quarry()
