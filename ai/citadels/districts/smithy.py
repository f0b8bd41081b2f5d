"""Knowledge about the Smithy."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.smithy import PRICE, UseSmithy

from ..card_knowledge import DistrictPlay
from ..cards import ENOUGH_CARDS, buildable_cards, builds_planned_this_turn, cost_of
from ..scores import AFTER_BUILDING, BEFORE_BUILDING, NEVER, scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=1.5)


@scorer_for(UseSmithy)
def score_smithy(r: Situation, move: UseSmithy) -> float:
    """Before building if the gold suffices for both or there is nothing to build; else after it."""
    if not r.has_acted or (r.view.last_round and not r.builds_left):
        return NEVER
    planned = r.cached(builds_planned_this_turn)
    if len(buildable_cards(r)) - len(planned) >= ENOUGH_CARDS:
        return NEVER
    if not planned and r.builds_left and r.gold + r.income_left - PRICE >= 1:
        return BEFORE_BUILDING
    spare = r.gold - cost_of(r, planned) - PRICE
    if r.view.last_round or spare < 0:
        return NEVER
    return AFTER_BUILDING + 0.5 if len(buildable_cards(r)) - len(planned) <= 1 else NEVER
