"""Knowledge about the Observatory."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class Observatory(DistrictPlay):
    use = 1.0


PLAY: Final = Observatory()
