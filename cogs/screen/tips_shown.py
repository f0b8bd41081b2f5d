"""Number of pickers with tips shown to each user per game. Kept in memory only."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED_COUNTS: Final = 20_000  # users and games


class TipsShown:
    def __init__(self) -> None:
        self._counts: FIFOCache[tuple[int, str], int] = FIFOCache(REMEMBERED_COUNTS)

    def count(self, user_id: int, kind: str) -> int:
        return self._counts.get((user_id, kind), 0)

    def count_one_more(self, user_id: int, kind: str) -> None:
        self._counts[user_id, kind] = self.count(user_id, kind) + 1

    def forget(self, user_id: int) -> None:
        """Show the tips from the first one again."""
        for key in [key for key in self._counts if key[0] == user_id]:
            del self._counts[key]
