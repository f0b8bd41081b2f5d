"""Other players' cities: values of destroying or taking districts."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.hooks import RULES
from rules.citadels.view import CityCard

from .cards import TEMPO, use_worth
from .situation import Situation, district_value

COLOUR_LOST: Final = 2.0  # for breaking the five colours
NEARLY_COMPLETE: Final = 1.4  # factor for a city that could be completed soon
INCOMPLETE: Final = 0.7  # factor for another one


def city_card(r: Situation, seat: int, token: str) -> CityCard:
    return next(card for card in r.view.players[seat].city if card.token == token)


def destruction_surcharge_of(r: Situation, seat: int, district: str) -> int:
    return sum(RULES[card.district].destruction_surcharge(district) for card in r.view.players[seat].city)


def breaks_colours(r: Situation, seat: int, district: str) -> bool:
    """Whether the city has all colours, one of them only in this district."""
    row = r.view.sheet[seat]
    colours = [DISTRICTS[card.district].colour for card in r.view.players[seat].city]
    return bool(row.colours) and colours.count(DISTRICTS[district].colour) == 1


def city_loss(r: Situation, seat: int, card: CityCard) -> float:
    """The points the owner loses with that district, without the progress of the city."""
    scored = r.view.sheet[seat].cards.get(card.district, 0)
    lost = district_value(card) + scored + 0.5 * use_worth(r, card.district)
    return lost + (COLOUR_LOST if breaks_colours(r, seat, card.district) else 0.0)


def is_nearly_complete(r: Situation, seat: int) -> bool:
    """Whether that player could complete their city in one or two turns."""
    return not r.view.last_round and len(r.view.players[seat].city) >= r.view.target - 2


def destruction_value(r: Situation, seat: int, card: CityCard) -> float:
    """The value to me of removing the district."""
    loss = city_loss(r, seat, card) + (0.0 if r.view.last_round else TEMPO)
    return r.threats[seat] * loss * (NEARLY_COMPLETE if is_nearly_complete(r, seat) else INCOMPLETE)
