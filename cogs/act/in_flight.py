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

    def act(self, way: Literal["command", "press"], outcome: Outcome, seconds: float) -> None:
        """An interaction ended after `seconds`."""

    def picture(self, outcome: Literal["drawn", "late", "failed"], seconds: float) -> None:
        """An image was waited for."""

    def stored(self, access: Literal["read", "write"], seconds: float) -> None:
        """A database access ended."""


class InFlight:
    """Interactions in flight; at shutdown no more are accepted."""

    def __init__(self, counts: ActivityCounter) -> None:
        self.counts = counts
        self.leaving = False
        self.left = False  # no more answers are possible
        self._acts = 0
        self._none = asyncio.Event()
        self._none.set()

    @property
    def idle(self) -> bool:
        """No act is being carried out."""
        return not self._acts

    @contextmanager
    def __call__(self, ctx: InteractionContext) -> Iterator[None]:
        """Registers an interaction while it runs."""
        begun = time.perf_counter()
        self._acts += 1
        self._none.clear()
        try:
            yield
        finally:
            self._acts -= 1
            if not self._acts:
                self._none.set()
            self.counts.act("command" if ctx.id is None else "press", ctx.outcome, time.perf_counter() - begun)

    async def leave(self, seconds: float) -> bool:
        """Stop accepting and wait up to `seconds`; False if some interactions still run."""
        self.leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._none.wait()
        self.left = True
        return not self._acts
