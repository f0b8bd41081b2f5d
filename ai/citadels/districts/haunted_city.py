"""Knowledge about the Haunted City."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import DistrictPlay

PLAY: Final = DistrictPlay(is_any_colour=True)
