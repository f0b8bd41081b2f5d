"""Knowledge about the Park."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.park import UsePark

from ..card_knowledge import DistrictPlay
from ..scores import scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=1.5)


@scorer_for(UsePark)
def score_park(r: Situation, move: UsePark) -> float:
    """Always use it: the cards are free."""
    return 1.0
