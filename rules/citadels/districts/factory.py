"""The Factory lowers the cost of other purple districts."""

from __future__ import annotations

from rules.citadels.cards import DISTRICTS, PURPLE
from rules.citadels.hooks import District


class Factory(District):
    key = "factory"

    def building_discount(self, key: str) -> int:
        return int(key != self.key and DISTRICTS[key].colour == PURPLE)


RULE = Factory
