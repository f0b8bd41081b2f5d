"""The Graveyard."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.graveyard import PRICE, UseGraveyard

from ..cards import keep_worth
from ..plays import DistrictPlay
from ..scores import scorer_for
from ..situation import Situation


class Graveyard(DistrictPlay):
    use = 0.5


PLAY: Final = Graveyard()


@scorer_for(UseGraveyard)
def score_graveyard(r: Situation, move: UseGraveyard) -> float:
    return keep_worth(r, r.view.ruin) - 2 * PRICE * r.gold_worth
