"""Refreshes private screens of waiting players when others act (an open offer, a round of bids)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from cachetools import FIFOCache

ScreenRenewal = Callable[[], Coroutine[Any, Any, None]]

REMEMBERED_TABLES: Final = 2000  # tables


class LiveScreens:
    """How to refresh the latest screen of each user at a table."""

    def __init__(self) -> None:
        self._renewals: FIFOCache[int, dict[int, tuple[int, ScreenRenewal]]] = FIFOCache(REMEMBERED_TABLES)
        self.running_count = 0  # refreshes taken and not yet done

    def remember(self, table_id: int, user_id: int, seq: int, renew: ScreenRenewal) -> None:
        """Remember a screen that shows the table after entry `seq`."""
        self._renewals[table_id] = self._renewals.get(table_id, {}) | {user_id: (seq, renew)}

    def renew_outdated(
        self, table_id: int, seq: int, beside: Callable[[Coroutine[Any, Any, None], str], object]
    ) -> None:
        """Refresh screens shown before entry `seq`; `beside` starts a background task."""
        for renewal in self.take_outdated(table_id, seq):
            beside(self.run_renewal(renewal), "renew a private screen")

    async def run_renewal(self, renewal: ScreenRenewal) -> None:
        try:
            await renewal()
        finally:
            self.running_count -= 1

    def take_outdated(self, table_id: int, seq: int) -> list[ScreenRenewal]:
        """Remove and return the refreshes of screens shown before entry `seq`."""
        at_table = self._renewals.get(table_id, {})
        outdated = [user_id for user_id, (shown_seq, _) in at_table.items() if shown_seq < seq]
        renewals = [at_table.pop(user_id)[1] for user_id in outdated]
        if not at_table:
            self._renewals.pop(table_id, None)
        self.running_count += len(renewals)
        return renewals
