"""The Bishop protects a city from rank 8."""  # citadels.md 7.5

from __future__ import annotations

from rules.citadels.hooks import Character
from rules.citadels.state import CitadelsState


class Bishop(Character):
    key = "bishop"
    colour = "blue"

    def protects_city_of(self, s: CitadelsState, seat: int) -> bool:
        return s.acting.get(self.key) == seat


RULE = Bishop
