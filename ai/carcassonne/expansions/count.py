"""The Count of Carcassonne: the value of followers in the City."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.count.state import MARKET, city_of_carcassonne

from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook

INSIDE: Final = 2.2  # a follower in the City
KEPT_IN: Final = 0.35  # share of that in the count's quarter
USEFUL_TURNS: Final = 5  # turns before the end at which it begins to lose value, outside the market


class Quarters(Extra):
    weighed = (6.77, 5.75, 6.10, 2.08, 1.02)

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        city = city_of_carcassonne(r.s)
        for citizen in city.inside:
            worth = INSIDE * (1.0 if citizen.quarter == MARKET else r.odds.fade_near_end(USEFUL_TURNS))
            values[citizen.seat] += worth * (KEPT_IN if citizen.quarter == city.count else 1.0)


EXTRA: Final = Quarters()
