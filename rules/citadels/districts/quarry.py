"""The Quarry allows a second copy of a district."""

from __future__ import annotations

from rules.citadels.hooks import District


class Quarry(District):
    key = "quarry"

    def allows_copy(self, count: int) -> bool:
        return count == 1


RULE = Quarry
