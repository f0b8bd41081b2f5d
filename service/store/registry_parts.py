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

STATES_KEPT = 200  # positions of open tables in memory; the others are loaded on demand


class TableIndex:
    """Numbers of open tables by channel and by deciding user."""

    def __init__(self) -> None:
        self._table_by_channel: dict[int, int] = {}
        self._tables_by_user: dict[int, set[int]] = {}

    def add(self, table: Table) -> None:
        if table.lesson is None or table.home.guild_id is not None:  # several lessons may share one DM
            self._table_by_channel[table.home.channel_id] = table.id
        for user in deciding_user_ids(table):
            self._tables_by_user.setdefault(user, set()).add(table.id)

    def remove(self, table: Table) -> None:
        """Remove a table, as it was added."""
        self._table_by_channel.pop(table.home.channel_id, None)
        for user in deciding_user_ids(table):
            self._tables_by_user.get(user, set()).discard(table.id)

    def find_by_channel(self, channel_id: int) -> int | None:
        """The number of the table in a channel."""
        return self._table_by_channel.get(channel_id)

    def list_by_user(self, user_id: int) -> list[int]:
        """The numbers of the tables at which a user decides, oldest first."""
        return sorted(self._tables_by_user.get(user_id, ()))


class ShortLogs(LRUCache[int, list[BriefEntry]]):
    """Short logs of the tables whose position is in memory; the least recently used is dropped."""

    def __init__(self, dropped: Callable[[int], None]) -> None:
        """`dropped` is called with the number of a dropped table."""
        super().__init__(STATES_KEPT)
        self._on_drop = dropped

    def popitem(self) -> tuple[int, list[BriefEntry]]:
        table_id, log = super().popitem()
        self._on_drop(table_id)
        return table_id, log


class Locks:
    """Locks by number; each exists while it is held or waited for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock_for(self, number: int) -> asyncio.Lock:
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock


@asynccontextmanager
async def lock_all(
    tables: Collection[int], lock: Callable[[int], AbstractAsyncContextManager[None]]
) -> AsyncIterator[None]:
    """Lock several tables in order of their numbers; damaged ones are left out."""
    async with AsyncExitStack() as locks:
        for table_id in sorted(tables):
            with suppress(Damaged):
                await locks.enter_async_context(lock(table_id))
        yield
