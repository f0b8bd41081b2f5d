"""Locks by number: of tables, of people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from weakref import WeakValueDictionary

from ..errors import Damaged


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


class Locks:
    """Each is there as long as somebody holds on to it."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        lock = self._known.get(number)
        if lock is None:
            lock = self._known[number] = asyncio.Lock()
        return lock
