"""The Park."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.park import UsePark

from ..plays import DistrictPlay
from ..scores import scores
from ..situation import Situation


class Park(DistrictPlay):
    use = 1.5


PLAY: Final = Park()


@scores(UsePark)
def welcome(r: Situation, move: UsePark) -> float:
    """Cards for nothing."""
    return 1.0
