"""The Imperial Treasury gives a point per gold of its owner."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Built, CitadelsState


class ImperialTreasury(District):
    key = "imperial_treasury"
    presets = ("dark_city",)

    def points_beside_cost(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        return s.gold[owner]


RULE = ImperialTreasury
