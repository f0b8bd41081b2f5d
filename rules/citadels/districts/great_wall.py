"""The Great Wall raises the cost of rank 8 in the rest of its city."""

from __future__ import annotations

from rules.citadels.hooks import District


class GreatWall(District):
    key = "great_wall"

    def destruction_surcharge(self, key: str) -> int:
        return int(key != self.key)


RULE = GreatWall
