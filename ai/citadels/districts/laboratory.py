"""Knowledge about the Laboratory."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.laboratory import UseLaboratory

from ..card_knowledge import DistrictPlay
from ..cards import STALE, builds_planned_this_turn, is_spare, keep_worth, plan_builds
from ..scores import AFTER_BUILDING, BEFORE_BUILDING, NEVER, scorer_for
from ..situation import Situation


class Laboratory(DistrictPlay):
    use = 1.0


PLAY: Final = Laboratory()


@scorer_for(UseLaboratory)
def score_laboratory(r: Situation, move: UseLaboratory) -> float:
    """A useless card; before building if the gold allows a better district."""
    if not r.acted or move.district in r.memo(builds_planned_this_turn):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    gold = r.gold + r.income
    gain = plan_builds(r, gold + 1, r.builds)[0] - plan_builds(r, gold, r.builds)[0]
    if gain > loss and move.district not in plan_builds(r, gold + 1, r.builds)[1]:
        return BEFORE_BUILDING + gain - loss
    worth = r.gold_worth - loss
    return AFTER_BUILDING + worth if worth > 0 and is_spare(r, move.district) else NEVER
