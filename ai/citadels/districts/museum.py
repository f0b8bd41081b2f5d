"""Knowledge about the Museum."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.museum import UseMuseum

from ..card_knowledge import DistrictPlay
from ..cards import STALE, buildable_cards, builds_planned_this_turn, is_spare, keep_worth
from ..scores import AFTER_BUILDING, NEVER, scorer_for
from ..situation import Situation

POINT: Final = 1.2  # value of the point
CARD_SHARE: Final = 0.2  # weight of the card that is given for it

PLAY: Final = DistrictPlay(effect_value=3.0)


@scorer_for(UseMuseum)
def score_museum(r: Situation, move: UseMuseum) -> float:
    """A permanent point for the least valuable card."""
    if not r.has_acted or move.district in r.cached(builds_planned_this_turn):
        return NEVER
    loss = STALE if r.hand.count(move.district) > 1 else keep_worth(r, move.district)
    if loss > 1 and not is_spare(r, move.district) and len(buildable_cards(r)) <= 1:
        return NEVER
    return AFTER_BUILDING + max(0.1, POINT - CARD_SHARE * loss)
