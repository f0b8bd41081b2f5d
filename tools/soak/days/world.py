"""A simulated world, reproducible by its seed.

An event loop that reports idleness, the bot's clock with its error, and a store without a thread.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from db.sqlite import SqliteStore

T = TypeVar("T")


class IdleSelector(selectors.DefaultSelector):
    """Notices when an event loop has no work left."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: asyncio.Future[None] | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wakes the waiter for idleness instead of blocking. (A busy loop calls with `timeout` 0.)"""
        if self.waiting is not None and timeout != 0:
            waiting, self.waiting = self.waiting, None
            if not waiting.done():
                waiting.set_result(None)
            timeout = 0
        return super().select(timeout)


class InlineExecutor(ThreadPoolExecutor):
    """Runs submitted work at once, in order."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        made: Future[T] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except BaseException as error:
            made.set_exception(error)
        return made


class InlineStore(SqliteStore):
    """The real store (file, statements, transactions) without its thread."""

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        return work()

    def hurry(self) -> None:
        """Turns off waiting for the disk: durability is not tested here."""
        self._db.execute("PRAGMA synchronous = OFF")


class IdleAwareLoop:
    """An event loop whose idleness can be awaited."""

    def __init__(self) -> None:
        self.selector = IdleSelector()
        self.loop = asyncio.SelectorEventLoop(self.selector)
        self.loop.set_default_executor(InlineExecutor(1))

    async def idle(self) -> None:
        """Returns when only the passing of time can wake a task."""
        self.selector.waiting = self.loop.create_future()
        await self.selector.waiting

    def run(self, work: Callable[[], Any]) -> None:
        try:
            asyncio.set_event_loop(self.loop)
            self.loop.run_until_complete(work())
        finally:
            asyncio.set_event_loop(None)
            self.loop.close()


class SimulatedClock:
    """The bot's clock: `true` seconds plus an `error`. Sleeping counts true seconds."""

    def __init__(self, at: int) -> None:
        self.true = at
        self.error = 0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> int:
        return self.true + self.error

    def now_ms(self) -> int:
        return self.now() * 1000

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        made = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (self.true + seconds, self._count, made))
        await made

    def next(self) -> int | None:
        """True seconds at which the next sleeper wakes; None without sleepers."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return None if not self._sleepers else -int(-self._sleepers[0][0] // 1)

    def go(self, to: int) -> None:
        """Moves true time forward and wakes sleepers."""
        self.true = max(self.true, to)
        while self._sleepers and self._sleepers[0][0] <= self.true:
            made = heapq.heappop(self._sleepers)[2]
            if not made.done():
                made.set_result(None)


class Agenda:
    """Scheduled events of the world, at true seconds."""

    def __init__(self) -> None:
        self._all: list[tuple[int, int, Callable[[], Any]]] = []
        self._count = 0

    def at(self, when: float, what: Callable[[], Any]) -> None:
        self._count += 1
        heapq.heappush(self._all, (int(when), self._count, what))

    def next(self) -> int | None:
        return self._all[0][0] if self._all else None

    def pop(self, until: int) -> Callable[[], Any] | None:
        """The next event, if it is due."""
        return heapq.heappop(self._all)[2] if self._all and self._all[0][0] <= until else None


def draw_weighted(draw: Callable[[], float], table: Mapping[T, float]) -> T:
    """A random key, by weight."""
    left = draw() * sum(table.values())
    for key, weight in table.items():
        left -= weight
        if left < 0:
            return key
    return next(reversed(list(table)))
