"""Knowledge about the Diplomat: exchanges."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import COLOURS, DISTRICTS
from rules.citadels.characters.diplomat import Exchange

from ..card_knowledge import CharacterPlay
from ..cards import ALL_COLOURS, district_points, use_worth
from ..cities import city_card, city_loss, destruction_surcharge_of
from ..scores import scorer_for
from ..situation import Situation, dearest_value, district_value

GOLD_COST: Final = 0.6  # cost of a gold of the price
THEIR_LOSS: Final = 0.5  # weight of what the other player loses
A_COLOUR: Final = 0.4  # value of another colour, before the last round


class Diplomat(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        if not r.view.players[seat].city:
            return 0.3
        cities = [r.view.players[other].city for other in range(r.view.seats) if other != seat]
        gap = max(map(dearest_value, cities)) - min(3, dearest_value(r.view.players[seat].city))
        return 0.5 + 0.25 * max(0, gap)


PLAY: Final = Diplomat()


@scorer_for(Exchange)
def score_exchange(r: Situation, move: Exchange) -> float:
    """The points I gain, and those the other player loses."""
    given, taken = city_card(r, r.me, move.own), city_card(r, move.player, move.district)
    surcharge = destruction_surcharge_of(r, move.player, taken.district)
    price = max(0, district_value(taken) + surcharge - district_value(given))
    gold_cost = GOLD_COST if not r.view.last_round else max(0.05, r.gold_worth)
    taken_worth = district_value(taken) + district_points(r, taken.district) - DISTRICTS[taken.district].cost
    taken_worth += use_worth(r, taken.district)
    gain = taken_worth - city_loss(r, r.me, given) + colour_change(r, given.district, taken.district)
    their_loss = city_loss(r, move.player, taken) - district_value(given)
    return gain + THEIR_LOSS * r.threats[move.player] * their_loss - gold_cost * price


def colour_change(r: Situation, given: str, taken: str) -> float:
    """The effect of the exchange on my five colours."""
    city = list(r.city)
    city.remove(given)
    colours = {DISTRICTS[key].colour for key in (*city, taken)}
    change = len(colours) - len({DISTRICTS[key].colour for key in r.city})
    completed = ALL_COLOURS if len(colours) == len(COLOURS) and change else 0.0
    return completed + A_COLOUR * change * (0 if r.view.last_round else 1)
