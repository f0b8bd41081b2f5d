"""Knowledge about the Diplomat: exchanges."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.characters.diplomat import Exchange

from ..card_knowledge import CharacterPlay
from ..cards import ALL_COLOURS, district_points, use_worth
from ..cities import city_card, city_loss, destruction_surcharge_of
from ..scores import scorer_for
from ..situation import Situation, dearest_value, district_value


class Diplomat(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        others = [r.view.players[other].city for other in range(r.view.seats) if other != seat]
        gap = max(dearest_value(city) for city in others) - min((3, dearest_value(r.view.players[seat].city)))
        return 0.5 + 0.25 * max(0, gap) if r.view.players[seat].city else 0.3


PLAY: Final = Diplomat()


@scorer_for(Exchange)
def score_exchange(r: Situation, move: Exchange) -> float:
    """The points I gain, and those the other player loses."""
    given, taken = city_card(r, r.me, move.own), city_card(r, move.player, move.district)
    price = max(
        0, district_value(taken) + destruction_surcharge_of(r, move.player, taken.district) - district_value(given)
    )
    gold = 0.6 if not r.view.last_round else max(0.05, r.gold_worth)
    up = (
        district_value(taken)
        + district_points(r, taken.district)
        - DISTRICTS[taken.district].cost
        + use_worth(r, taken.district)
    )
    gain = up - city_loss(r, r.me, given) + colour_change(r, given.district, taken.district)
    theirs = city_loss(r, move.player, taken) - district_value(given)
    return gain + 0.5 * r.threats[move.player] * theirs - gold * price


def colour_change(r: Situation, given: str, taken: str) -> float:
    """The effect of the exchange on my five colours."""
    now = {DISTRICTS[key].colour for key in r.city}
    rest = list(r.city)
    rest.remove(given)
    then = {DISTRICTS[key].colour for key in (*rest, taken)}
    step = len(then) - len(now)
    done = ALL_COLOURS if len(then) == 5 and step else 0.0
    return done + 0.4 * step * (0 if r.view.last_round else 1)
