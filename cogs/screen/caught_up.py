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
        self._last_entries: FIFOCache[tuple[int, int], int] = FIFOCache(REMEMBERED_SCREENS)

    def last_entry_shown(self, table_id: int, user_id: int) -> int:
        return self._last_entries.get((table_id, user_id), 0)

    def mark_shown(self, table_id: int, user_id: int, seq: int) -> None:
        self._last_entries[table_id, user_id] = seq
