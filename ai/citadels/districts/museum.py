"""The Museum."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.museum import UseMuseum

from ..cards import STALE, keep_worth, planned, spare, useful
from ..plays import DistrictPlay
from ..scores import AFTER_BUILDING, NEVER, scores
from ..situation import Situation


class Museum(DistrictPlay):
    use = 3.0


PLAY: Final = Museum()


@scores(UseMuseum)
def exhibit(r: Situation, move: UseMuseum) -> float:
    """A point for good, for the card that is missed least."""
    if not r.acted or move.district in r.memo(planned):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    if loss > 1 and not spare(r, move.district) and len(useful(r)) <= 1:
        return NEVER
    return AFTER_BUILDING + max(0.1, 1.2 - 0.2 * loss)
