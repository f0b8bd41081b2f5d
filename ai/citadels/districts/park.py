"""Knowledge about the Park."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.park import UsePark

from ..card_knowledge import DistrictPlay
from ..scores import scorer_for
from ..situation import Situation


class Park(DistrictPlay):
    use = 1.5


PLAY: Final = Park()


@scorer_for(UsePark)
def score_park(r: Situation, move: UsePark) -> float:
    """Always use it: the cards are free."""
    return 1.0
