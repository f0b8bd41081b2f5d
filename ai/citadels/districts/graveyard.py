"""Knowledge about the Graveyard."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.graveyard import PRICE, UseGraveyard

from ..card_knowledge import DistrictPlay
from ..cards import keep_worth
from ..scores import scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=0.5)


@scorer_for(UseGraveyard)
def score_graveyard(r: Situation, move: UseGraveyard) -> float:
    return keep_worth(r, r.view.ruin) - 2 * PRICE * r.gold_worth
