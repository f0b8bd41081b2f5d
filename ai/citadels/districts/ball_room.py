"""Knowledge about the Ball Room."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.ball_room import Thank

from ..card_knowledge import DistrictPlay
from ..scores import scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=0.3)


@scorer_for(Thank)
def score_thanks(r: Situation, move: Thank) -> float:
    """Always thank, because it saves the turn."""
    return 1.0
