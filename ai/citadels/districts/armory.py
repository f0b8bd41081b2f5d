"""Knowledge about the Armory."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.armory import UseArmory

from ..card_knowledge import DistrictPlay
from ..cards import TEMPO
from ..cities import city_card, city_loss, destruction_value, is_nearly_complete
from ..scores import AFTER_BUILDING, NEVER, scorer_for
from ..situation import Situation

LEAST_GAIN: Final = 1.0  # beyond its price, for using it

PLAY: Final = DistrictPlay(effect_value=0.8)


@scorer_for(UseArmory)
def score_armory(r: Situation, move: UseArmory) -> float:
    """It costs my own district: only against a nearly complete city, or in the last round."""
    if not r.has_acted or not (r.view.last_round or is_nearly_complete(r, move.player)):
        return NEVER
    own = next(card for card in r.mine.city if card.district == "armory")
    price = city_loss(r, r.me, own) + (0.0 if r.view.last_round else TEMPO)
    gain = destruction_value(r, move.player, city_card(r, move.player, move.district)) - price - LEAST_GAIN
    return AFTER_BUILDING + gain if gain > 0 else NEVER
