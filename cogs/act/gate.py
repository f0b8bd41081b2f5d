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

FIRST_ANSWERS: Final = 40  # concurrent first answers, and so connections to Discord
HANDLERS: Final = 24  # acknowledged interactions carried out concurrently
SLOT_SECONDS: Final = 4.0  # seconds after which a running interaction no longer holds its place
COMPLETIONS: Final = 2  # concurrent completions; these need their result for the first answer
QUEUE_SECONDS: Final = 2.2  # seconds in the queue after which an answer would miss Discord's three seconds


class Gate:
    """Admits interactions in order of arrival."""

    def __init__(self) -> None:
        self._first_answer_slots = asyncio.Semaphore(FIRST_ANSWERS)
        self._handler_slots = asyncio.Semaphore(HANDLERS)
        self._completion_slots = asyncio.Semaphore(COMPLETIONS)

    @asynccontextmanager
    async def acknowledging(self) -> AsyncIterator[None]:
        """Held while acknowledging. Raises `InteractionGone` if the wait exceeds `QUEUE_SECONDS`."""
        async with _acquire_in_time(self._first_answer_slots):
            yield

    @asynccontextmanager
    async def completing(self) -> AsyncIterator[None]:
        """Held while completing. Raises `InteractionGone` after a long wait too."""
        async with _acquire_in_time(self._completion_slots):
            yield

    @asynccontextmanager
    async def handling(self, *, waits: bool = True) -> AsyncIterator[None]:
        """Held while carrying out. `waits`: already acknowledged, so it may queue."""
        if not waits:
            yield
            return
        async with self._hold_slot():
            yield

    @asynccontextmanager
    async def _hold_slot(self) -> AsyncIterator[None]:
        """A place in the queue, released after `SLOT_SECONDS` at the latest."""
        await self._handler_slots.acquire()
        releases = [self._handler_slots.release]

        def release_once() -> None:
            if releases:
                releases.pop()()

        timer = asyncio.get_running_loop().call_later(SLOT_SECONDS, release_once)
        try:
            yield
        finally:
            timer.cancel()
            release_once()


@asynccontextmanager
async def _acquire_in_time(slots: asyncio.Semaphore) -> AsyncIterator[None]:
    arrived_at = time.monotonic()
    async with slots:
        if time.monotonic() - arrived_at > QUEUE_SECONDS:
            raise InteractionGone("too late")
        yield
