"""Parts of the registry: the index of open tables, short logs in memory, locks by table or user number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from weakref import WeakValueDictionary

from cachetools import LRUCache

from db.rows import BriefEntry

from ..errors import Damaged
from ..state.model import Table
from ..state.seat_control import deciding_user_ids

STATES_KEPT = 200  # positions of open tables in memory; the others wait in the database


class TableIndex:
    """Open tables by channel and by person."""

    def __init__(self) -> None:
        self._homes: dict[int, int] = {}
        self._seated: dict[int, set[int]] = {}

    def add(self, table: Table) -> None:
        if table.lesson is None or table.home.guild_id is not None:  # direct messages are no home of one table
            self._homes[table.home.channel_id] = table.id
        for user in deciding_user_ids(table):
            self._seated.setdefault(user, set()).add(table.id)

    def remove(self, table: Table) -> None:
        """Forget a table, as it was when it was added."""
        self._homes.pop(table.home.channel_id, None)
        for user in deciding_user_ids(table):
            self._seated.get(user, set()).discard(table.id)

    def at(self, channel_id: int) -> int | None:
        """The number of the table of a channel."""
        return self._homes.get(channel_id)

    def of(self, user_id: int) -> list[int]:
        """The numbers of the tables at which somebody decides, the oldest first."""
        return sorted(self._seated.get(user_id, ()))


class ShortLogs(LRUCache[int, list[BriefEntry]]):
    """The logs in short of tables whose position is in memory, by table."""

    def __init__(self, dropped: Callable[[int], None]) -> None:
        """`dropped` is called with the table whose log was used longest ago, when it makes room."""
        super().__init__(STATES_KEPT)
        self._dropped = dropped

    def popitem(self) -> tuple[int, list[BriefEntry]]:
        table_id, log = super().popitem()
        self._dropped(table_id)
        return table_id, log


class Locks:
    """Each is there as long as somebody holds on to it."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        lock = self._known.get(number)
        if lock is None:
            lock = self._known[number] = asyncio.Lock()
        return lock


@asynccontextmanager
async def lock_all(
    tables: Collection[int], lock: Callable[[int], AbstractAsyncContextManager[None]]
) -> AsyncIterator[None]:
    """The locks of several tables, by their numbers, as all take them. One that turns out to be damaged is set aside,
    and the others go on."""
    async with AsyncExitStack() as locks:
        for table_id in sorted(tables):
            with suppress(Damaged):
                await locks.enter_async_context(lock(table_id))
        yield
