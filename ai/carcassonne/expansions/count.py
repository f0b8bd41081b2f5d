"""The Count of Carcassonne: the value of followers in the City."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.count.state import MARKET, city_of_carcassonne

from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook

INSIDE: Final = 2.2  # a follower in the City
KEPT_IN: Final = 0.35  # share of that in the count's quarter


class Quarters(Extra):
    weighed = (6.77, 5.75, 6.10, 2.08, 1.02)

    def add(self, r: Outlook, found: list[float]) -> None:
        here = city_of_carcassonne(r.s)
        for citizen in here.inside:
            worth = INSIDE * (1.0 if citizen.quarter == MARKET else r.odds.fade(5))
            found[citizen.seat] += worth * (KEPT_IN if citizen.quarter == here.count else 1.0)


EXTRA: Final = Quarters()
