"""The Map Room gives a point per card in its owner's hand."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Built, CitadelsState


class MapRoom(District):
    key = "map_room"
    presets = ("classic",)

    def points_beside_cost(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        return len(s.hands[owner])


RULE = MapRoom
