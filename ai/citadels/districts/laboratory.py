"""Knowledge about the Laboratory."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.laboratory import UseLaboratory

from ..card_knowledge import DistrictPlay
from ..cards import STALE, builds_planned_this_turn, is_spare, keep_worth, plan_builds
from ..scores import AFTER_BUILDING, BEFORE_BUILDING, NEVER, scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=1.0)


@scorer_for(UseLaboratory)
def score_laboratory(r: Situation, move: UseLaboratory) -> float:
    """A useless card; before building if the gold allows a better district."""
    if not r.has_acted or move.district in r.cached(builds_planned_this_turn):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    gold = r.gold + r.income_left
    worth_with_gold, builds_with_gold = plan_builds(r, gold + 1, r.builds_left)
    gain = worth_with_gold - plan_builds(r, gold, r.builds_left)[0]
    if gain > loss and move.district not in builds_with_gold:
        return BEFORE_BUILDING + gain - loss
    gold_gain = r.gold_worth - loss
    return AFTER_BUILDING + gold_gain if gold_gain > 0 and is_spare(r, move.district) else NEVER
