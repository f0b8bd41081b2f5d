"""The Lighthouse."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.lighthouse import UseLighthouse

from ..cards import STALE, keep_worth
from ..plays import DistrictPlay
from ..scores import AFTER_BUILDING, scores
from ..situation import Situation


class Lighthouse(DistrictPlay):
    use = 1.0


PLAY: Final = Lighthouse()


@scores(UseLighthouse)
def search(r: Situation, move: UseLighthouse) -> float:
    return AFTER_BUILDING + keep_worth(r, move.district) + (STALE if move.district in r.hand else 1.0)
