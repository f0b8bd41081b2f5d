"""The Armory."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.armory import UseArmory

from ..cards import TEMPO
from ..cities import card_of, city_loss, harm, nearly
from ..plays import DistrictPlay
from ..scores import AFTER_BUILDING, NEVER, scores
from ..situation import Situation

DEFIANT: Final = 1.0  # what it must be worth beyond the price to blow it up


class Armory(DistrictPlay):
    use = 0.8


PLAY: Final = Armory()


@scores(UseArmory)
def armory(r: Situation, move: UseArmory) -> float:
    """It costs a district of mine: only against who is nearly done, or in the last round."""
    if not r.acted or not (r.view.last_round or nearly(r, move.player)):
        return NEVER
    own = next(card for card in r.mine.city if card.district == "armory")
    price = city_loss(r, r.me, own) + (0.0 if r.view.last_round else TEMPO)
    gain = harm(r, move.player, card_of(r, move.player, move.district)) - price - DEFIANT
    return AFTER_BUILDING + gain if gain > 0 else NEVER
