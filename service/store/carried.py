"""Acts under way, each of which is carried to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class DurableActs:
    """Such acts."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    async def finish_anyway(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever asked for it goes away meanwhile."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for the acts under way."""
        while self._running:
            await asyncio.wait(self._running)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # seen: whoever asked gets it, unless they have gone away
