"""Private screens of people who wait for others in the middle of their own turn (an open offer, a round of bids): they
are made anew as soon as others have acted."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from cachetools import FIFOCache

ScreenRenewal = Callable[[], Coroutine[Any, Any, None]]

KEPT: Final = 2000  # tables


class LiveScreens:
    """How to make such screens anew; of each person at a table the one shown last."""

    def __init__(self) -> None:
        self._renewals: FIFOCache[int, dict[int, tuple[int, ScreenRenewal]]] = FIFOCache(KEPT)
        self.under_way = 0  # how many were taken and are not made anew yet

    def keep(self, table_id: int, user_id: int, seq: int, renew: ScreenRenewal) -> None:
        """A screen was shown that holds for the table as it is after entry `seq`."""
        self._renewals[table_id] = self._renewals.get(table_id, {}) | {user_id: (seq, renew)}

    def start(self, table_id: int, seq: int, beside: Callable[[Coroutine[Any, Any, None], str], object]) -> None:
        """Make the screens that were shown before entry `seq` anew. `beside`: runs something beside all else."""
        for renewal in self.take(table_id, seq):
            beside(self.renew(renewal), "renew a private screen")

    async def renew(self, renewal: ScreenRenewal) -> None:
        """Make one of those that were taken anew."""
        try:
            await renewal()
        finally:
            self.under_way -= 1

    def take(self, table_id: int, seq: int) -> list[ScreenRenewal]:
        """The screens that were shown before entry `seq`, each once."""
        here = self._renewals.get(table_id, {})
        old = [user_id for user_id, (shown, _) in here.items() if shown < seq]
        found = [here.pop(user_id)[1] for user_id in old]
        if not here:
            self._renewals.pop(table_id, None)
        self.under_way += len(found)
        return found
