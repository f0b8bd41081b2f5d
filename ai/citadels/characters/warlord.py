"""Knowledge about the Warlord: districts to destroy."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.warlord import Destroy

from ..card_knowledge import CharacterPlay
from ..cities import city_card, destruction_surcharge_of, destruction_value
from ..draft import end_danger
from ..scores import NEVER, scorer_for
from ..situation import Situation, district_value

GOLD_COST: Final = 0.9  # cost of a gold of the price


class Warlord(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 0.3 + 1.6 * end_danger(r, seat) + 0.04 * min(8, r.view.players[seat].gold)


PLAY: Final = Warlord()


@scorer_for(Destroy)
def score_destroy(r: Situation, move: Destroy) -> float:
    """Cheap districts, and expensive ones of a nearly complete city; never my own."""
    if move.player == r.me:
        return NEVER
    card = city_card(r, move.player, move.district)
    price = district_value(card) - 1 + destruction_surcharge_of(r, move.player, card.district)
    gold_cost = GOLD_COST if not r.view.last_round else max(0.05, r.gold_worth)
    return destruction_value(r, move.player, card) - gold_cost * price
