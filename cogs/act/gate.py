"""Limits concurrency: under load, all interactions are acknowledged before any is carried out.

Discord expects the first answer within three seconds and allows fifteen minutes for the rest. Handling everything
concurrently would delay all first answers beyond that limit.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from cogs.screen.retry import InteractionGone

FIRST: Final = 40  # concurrent first answers, and so connections to Discord
WORK: Final = 24  # acknowledged interactions carried out concurrently
LONGEST: Final = 4.0  # seconds after which a running interaction no longer holds its place
COMPLETIONS: Final = 2  # concurrent completions; these need their result for the first answer
TOO_LATE: Final = 2.2  # seconds in the queue after which an answer would miss Discord's three seconds


class Gate:
    """Admits interactions in order of arrival."""

    def __init__(self) -> None:
        self._first = asyncio.Semaphore(FIRST)
        self._work = asyncio.Semaphore(WORK)
        self._completions = asyncio.Semaphore(COMPLETIONS)

    @asynccontextmanager
    async def first(self) -> AsyncIterator[None]:
        """Held while acknowledging. Raises `InteractionGone` if the wait exceeds `TOO_LATE`."""
        async with _acquire_in_time(self._first):
            yield

    @asynccontextmanager
    async def completion(self) -> AsyncIterator[None]:
        """Held while completing. Raises `InteractionGone` as `first` does."""
        async with _acquire_in_time(self._completions):
            yield

    @asynccontextmanager
    async def work(self, *, waits: bool = True) -> AsyncIterator[None]:
        """Held while carrying out. `waits`: already acknowledged, so it may queue."""
        if not waits:
            yield
            return
        async with self._place():
            yield

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """A place in the queue, released after `LONGEST` seconds at the latest."""
        await self._work.acquire()
        left = [self._work.release]

        def leave() -> None:
            if left:
                left.pop()()

        timer = asyncio.get_running_loop().call_later(LONGEST, leave)
        try:
            yield
        finally:
            timer.cancel()
            leave()


@asynccontextmanager
async def _acquire_in_time(places: asyncio.Semaphore) -> AsyncIterator[None]:
    came = time.monotonic()
    async with places:
        if time.monotonic() - came > TOO_LATE:
            raise InteractionGone("too late")
        yield
