"""Knowledge about the Throne Room."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay

PLAY: Final = DistrictPlay(effect_value=1.5)
