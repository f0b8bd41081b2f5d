"""Knowledge about the Factory."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Factory(DistrictPlay):
    use = 1.2


PLAY: Final = Factory()
