"""Time: the one thing that is asked what time it is, and that waits."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Protocol


class Clock(Protocol):
    """What tells the time to service, publisher and scheduler."""

    def now(self) -> int:
        """Unix seconds."""

    def now_ms(self) -> int:
        """Unix milliseconds."""

    async def sleep(self, seconds: float) -> None:
        """Return when that much of this clock's time has passed."""


class SystemClock:
    """The time of the machine."""

    def now(self) -> int:
        return int(time.time())

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class MovableClock:
    """The time of the machine plus an offset that can be moved forward; who sleeps across the move wakes."""

    def __init__(self, offset: float = 0) -> None:
        self.offset = offset
        self._moved = asyncio.Event()

    def now(self) -> int:
        return int(self._time())

    def now_ms(self) -> int:
        return int(self._time() * 1000)

    def advance(self, seconds: float) -> None:
        """Move the time forward."""
        self.offset += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def sleep(self, seconds: float) -> None:
        until = self._time() + seconds
        while (left := until - self._time()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):  # `wait_for` of 3.11 may swallow a cancellation
                    await self._moved.wait()

    def _time(self) -> float:
        return time.time() + self.offset
