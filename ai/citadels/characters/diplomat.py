"""The Diplomat: what is exchanged."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.characters.diplomat import Exchange

from ..cards import ALL_COLOURS, points, use_worth
from ..cities import card_of, city_loss, surcharge
from ..plays import CharacterPlay
from ..scores import scores
from ..situation import Situation, dearest, value


class Diplomat(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        others = [r.view.players[other].city for other in range(r.view.seats) if other != seat]
        gap = max(dearest(city) for city in others) - min((3, dearest(r.view.players[seat].city)))
        return 0.5 + 0.25 * max(0, gap) if r.view.players[seat].city else 0.3


PLAY: Final = Diplomat()


@scores(Exchange)
def exchange(r: Situation, move: Exchange) -> float:
    """The points I gain, and those the other loses."""
    given, taken = card_of(r, r.me, move.own), card_of(r, move.player, move.district)
    price = max(0, value(taken) + surcharge(r, move.player, taken.district) - value(given))
    gold = 0.6 if not r.view.last_round else max(0.05, r.gold_worth)
    up = value(taken) + points(r, taken.district) - DISTRICTS[taken.district].cost + use_worth(r, taken.district)
    gain = up - city_loss(r, r.me, given) + colour_change(r, given.district, taken.district)
    theirs = city_loss(r, move.player, taken) - value(given)
    return gain + 0.5 * r.threats[move.player] * theirs - gold * price


def colour_change(r: Situation, given: str, taken: str) -> float:
    """What the exchange does for my five colours."""
    now = {DISTRICTS[key].colour for key in r.city}
    rest = list(r.city)
    rest.remove(given)
    then = {DISTRICTS[key].colour for key in (*rest, taken)}
    step = len(then) - len(now)
    done = ALL_COLOURS if len(then) == 5 and step else 0.0
    return done + 0.4 * step * (0 if r.view.last_round else 1)
