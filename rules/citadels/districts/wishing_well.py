"""The Wishing Well gives a point for each other purple district."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Built, CitadelsState


class WishingWell(District):
    key = "wishing_well"

    def points_beside_cost(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        return purples - 1


RULE = WishingWell
