"""Knowledge about the Hospital."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Hospital(DistrictPlay):
    use = 0.3


PLAY: Final = Hospital()
