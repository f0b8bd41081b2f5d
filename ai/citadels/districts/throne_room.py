"""Knowledge about the Throne Room."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay


class ThroneRoom(DistrictPlay):
    use = 1.5


PLAY: Final = ThroneRoom()
