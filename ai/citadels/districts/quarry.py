"""Knowledge about the Quarry."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay

PLAY: Final = DistrictPlay(effect_value=1.0)
