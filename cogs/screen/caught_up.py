"""The log entry up to which each user has seen a table; earlier news is not repeated before their move.

Kept in memory only.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

REMEMBERED: Final = 2000


class CaughtUp:
    """Newest entry shown, by table and user."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[int, int], int] = OrderedDict()

    def until(self, table_id: int, user_id: int) -> int:
        return self._seen.get((table_id, user_id), 0)

    def shown(self, table_id: int, user_id: int, seq: int) -> None:
        self._seen[table_id, user_id] = seq
        self._seen.move_to_end((table_id, user_id))
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
