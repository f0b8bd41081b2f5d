"""How much goes on at once: in a storm all who come are acknowledged first, and wait for the rest.

Discord wants the first answer within three seconds and grants a quarter of an hour for all others. If everything that
comes were done side by side, all of it would be ready at the same time, and in a storm that is too late for all.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from cogs.screen.retry import InteractionGone

FIRST: Final = 40  # first answers on their way at a time: as many lines to Discord are open at most
WORK: Final = 24  # acknowledged acts that are being carried out
LONGEST: Final = 4.0  # seconds for which such an act keeps the next from its turn
COMPLETIONS: Final = 2  # of what is being typed: it has to be made before it can be answered
TOO_LATE: Final = 2.2  # seconds of waiting after which an answer would no longer be there within Discord's three


class Gate:
    """Lets acts through in the order in which they came."""

    def __init__(self) -> None:
        self._first = asyncio.Semaphore(FIRST)
        self._work = asyncio.Semaphore(WORK)
        self._completions = asyncio.Semaphore(COMPLETIONS)

    @asynccontextmanager
    async def first(self) -> AsyncIterator[None]:
        """While an act is acknowledged. Gone if its time was over before it was its turn: the line is for others."""
        async with _acquire_in_time(self._first):
            yield

    @asynccontextmanager
    async def completion(self) -> AsyncIterator[None]:
        """While what somebody types is completed. Gone as above: they have typed on."""
        async with _acquire_in_time(self._completions):
            yield

    @asynccontextmanager
    async def work(self, *, waits: bool = True) -> AsyncIterator[None]:
        """While an act is carried out. `waits`: it has been acknowledged and can wait."""
        if not waits:
            yield
            return
        async with self._place():
            yield

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """One of the places for work; who holds it long waits for others, and not in the way of the next."""
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
