"""The Great Wall makes the rest of its city dearer for rank 8."""

from __future__ import annotations

from rules.citadels.hooks import District


class GreatWall(District):
    key = "great_wall"

    def surcharge(self, key: str) -> int:
        return int(key != self.key)


RULE = GreatWall
