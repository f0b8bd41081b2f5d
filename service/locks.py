"""Locks by number: of tables, of people."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class Locks:
    """Each is there as long as somebody holds on to it."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        lock = self._known.get(number)
        if lock is None:
            lock = self._known[number] = asyncio.Lock()
        return lock
