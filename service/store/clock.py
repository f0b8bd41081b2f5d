"""Clocks: the current time and sleeping. The only source of time for service, publisher and scheduler."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Unix seconds."""

    def now_ms(self) -> int:
        """Unix milliseconds."""

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds` of this clock's time."""


class SystemClock:
    """The system time."""

    def now(self) -> int:
        return int(time.time())

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class MovableClock:
    """The system time plus an offset that tests move forward; a move wakes sleepers whose time has come."""

    def __init__(self, offset: float = 0, source: Callable[[], float] = time.time) -> None:
        """`source` returns Unix seconds and may stand still."""
        self.offset = offset
        self.source = source
        self.sleep_begun = asyncio.Event()  # set at the start of each sleep
        self._moved_event = asyncio.Event()
        self._wake_up_times: dict[int, float] = {}  # wake-up times
        self._sleep_numbers = itertools.count()

    def now(self) -> int:
        return int(self._time())

    def now_ms(self) -> int:
        return int(self._time() * 1000)

    def advance(self, seconds: float) -> None:
        """Move the time forward by `seconds`."""
        self.offset += seconds
        moved, self._moved_event = self._moved_event, asyncio.Event()
        moved.set()

    async def sleep(self, seconds: float) -> None:
        me, until = next(self._sleep_numbers), self._time() + seconds
        self._wake_up_times[me] = until
        self.sleep_begun.set()
        try:
            while (left := until - self._time()) > 0:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(left):  # `wait_for` of Python 3.11 may swallow a cancellation
                        await self._moved_event.wait()
        finally:
            del self._wake_up_times[me]

    def remaining_sleeps(self, within: float) -> list[float]:
        """Remaining seconds of every sleep that ends `within` seconds, shortest first."""
        now = self._time()
        return sorted(left for until in self._wake_up_times.values() if (left := max(0.0, until - now)) <= within)

    @property
    def has_overdue_sleep(self) -> bool:
        """Whether a sleep is over whose task has not run yet."""
        now = self._time()
        return any(until <= now for until in self._wake_up_times.values())

    def _time(self) -> float:
        return self.source() + self.offset
