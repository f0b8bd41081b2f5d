"""Knowledge about the Keep."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Keep(DistrictPlay):
    use = 0.3


PLAY: Final = Keep()
