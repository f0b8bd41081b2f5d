"""Knowledge about the Lighthouse."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.lighthouse import UseLighthouse

from ..card_knowledge import DistrictPlay
from ..cards import STALE, keep_worth
from ..scores import AFTER_BUILDING, scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=1.0)


@scorer_for(UseLighthouse)
def score_lighthouse(r: Situation, move: UseLighthouse) -> float:
    return AFTER_BUILDING + keep_worth(r, move.district) + (STALE if move.district in r.hand else 1.0)
