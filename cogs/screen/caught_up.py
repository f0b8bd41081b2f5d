"""Up to where somebody has caught up with a table since they last moved: they are not shown it again before their move.

In memory alone: after a restart it is shown once more.
"""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED: Final = 2000


class CaughtUp:
    """The newest entry of a table that was among what somebody was shown."""

    def __init__(self) -> None:
        self._seen: FIFOCache[tuple[int, int], int] = FIFOCache(REMEMBERED)

    def until(self, table_id: int, user_id: int) -> int:
        return self._seen.get((table_id, user_id), 0)

    def shown(self, table_id: int, user_id: int, seq: int) -> None:
        self._seen[table_id, user_id] = seq
