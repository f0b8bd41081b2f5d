"""Records which interactions have changed something, so that a repeated delivery does nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from cachetools import FIFOCache

from db.errors import Conflict
from db.rows import ActRow
from db.store import Store
from rules.core import RulesError

from ..errors import ServiceError

T = TypeVar("T")

ACTS_KEPT: Final = 5000


def is_table_conflict(error: Exception) -> bool:
    """Whether the database row of a table differs from memory."""
    return isinstance(error, Conflict) and error.params["what"] in ("game", "log")


class PastActs:
    """The newest interactions, in memory; older ones in the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._cached_acts: FIFOCache[str, ActRow] = FIFOCache(ACTS_KEPT)

    def remember_act(self, act: str, row: ActRow) -> None:
        """Record what an interaction has written."""
        self._cached_acts[act] = row

    async def find_past_act(self, act: str | None, *, ask: bool = False) -> ActRow | None:
        """What this interaction has written before; `ask` also searches the database."""
        if act is None:
            return None
        found = self._cached_acts.get(act)
        return found if found is not None or not ask else await self.store.read(lambda t: t.act(act))

    async def run_once(
        self,
        act: str | None,
        work: Callable[[], Coroutine[Any, Any, T]],
        again: Callable[[ActRow], Coroutine[Any, Any, T]],
    ) -> T:
        """Run `work`, or `again` if this interaction has acted before.

        The database is only asked after a refusal: a repeated interaction is refused, at the latest by its own row. If
        the table differs in the database, `work` runs again on the reloaded table.
        """
        before = await self.find_past_act(act)
        if before is None:
            try:
                return await work()
            except (ServiceError, RulesError, Conflict) as error:
                before = await self.find_past_act(act, ask=True)
                if before is None and not is_table_conflict(error):
                    raise
        return await work() if before is None else await again(before)
