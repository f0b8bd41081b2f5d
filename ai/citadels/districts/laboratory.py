"""The Laboratory."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.laboratory import UseLaboratory

from ..cards import STALE, keep_worth, plan, planned, spare
from ..plays import DistrictPlay
from ..scores import AFTER_BUILDING, BEFORE_BUILDING, NEVER, scores
from ..situation import Situation


class Laboratory(DistrictPlay):
    use = 1.0


PLAY: Final = Laboratory()


@scores(UseLaboratory)
def melt(r: Situation, move: UseLaboratory) -> float:
    """A card that is of no use; before building if the gold makes a better one possible."""
    if not r.acted or move.district in r.memo(planned):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    gold = r.gold + r.income
    gain = plan(r, gold + 1, r.builds)[0] - plan(r, gold, r.builds)[0]
    if gain > loss and move.district not in plan(r, gold + 1, r.builds)[1]:
        return BEFORE_BUILDING + gain - loss
    worth = r.gold_worth - loss
    return AFTER_BUILDING + worth if worth > 0 and spare(r, move.district) else NEVER
