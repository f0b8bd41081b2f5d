"""Counts interactions in flight, for metrics and for graceful shutdown."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

# Lost: the answer was not delivered. Failed: an error of the bot.
Outcome = Literal["answered", "refused", "lost", "failed"]


class ActivityCounter:
    """Receives metrics; this one ignores them. Numbers only, no users or tables."""

    def count_interaction(self, way: Literal["command", "press"], outcome: Outcome, seconds: float) -> None:
        """An interaction ended after `seconds`."""

    def count_picture(self, outcome: Literal["drawn", "late", "failed"], seconds: float) -> None:
        """An image was waited for."""

    def count_database_wait(self, access: Literal["read", "write"], seconds: float) -> None:
        """A database access ended."""


class InFlight:
    """Interactions in flight; at shutdown no more are accepted."""

    def __init__(self, counts: ActivityCounter) -> None:
        self.counter = counts
        self.is_shutting_down = False
        self.is_shut_down = False  # no more answers are possible
        self._running_count = 0
        self._all_done = asyncio.Event()
        self._all_done.set()

    @property
    def is_idle(self) -> bool:
        """No act is being carried out."""
        return not self._running_count

    @contextmanager
    def __call__(self, ctx: InteractionContext) -> Iterator[None]:
        """Registers an interaction while it runs."""
        begun = time.perf_counter()
        self._running_count += 1
        self._all_done.clear()
        try:
            yield
        finally:
            self._running_count -= 1
            if not self._running_count:
                self._all_done.set()
            self.counter.count_interaction(
                "command" if ctx.id is None else "press", ctx.outcome, time.perf_counter() - begun
            )

    async def shut_down(self, seconds: float) -> bool:
        """Stop accepting and wait up to `seconds`; False if some interactions still run."""
        self.is_shutting_down = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._all_done.wait()
        self.is_shut_down = True
        return not self._running_count
