"""The log entry up to which each user has seen a table; earlier news is not repeated before their move.

Kept in memory only.
"""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED_SCREENS: Final = 2000


class CaughtUp:
    """Newest entry shown, by table and user."""

    def __init__(self) -> None:
        self._seen: FIFOCache[tuple[int, int], int] = FIFOCache(REMEMBERED_SCREENS)

    def until(self, table_id: int, user_id: int) -> int:
        return self._seen.get((table_id, user_id), 0)

    def shown(self, table_id: int, user_id: int, seq: int) -> None:
        self._seen[table_id, user_id] = seq
