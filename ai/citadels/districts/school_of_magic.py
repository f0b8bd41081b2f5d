"""Knowledge about the School of Magic."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class SchoolOfMagic(DistrictPlay):
    use = 1.5


PLAY: Final = SchoolOfMagic()
