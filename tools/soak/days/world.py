"""A world in which time passes when it is told to: an event loop that says when nobody is busy any more, the clock of
the bot's machine, which may be wrong, and a store without a thread. All of it is the same for the same seed."""

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
    """Notices when an event loop has nothing left to do."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: asyncio.Future[None] | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As always; but who waits for idleness is woken in place of a wait. (While busy, the loop asks with 0.)"""
        if self.waiting is not None and timeout != 0:
            waiting, self.waiting = self.waiting, None
            if not waiting.done():
                waiting.set_result(None)
            timeout = 0
        return super().select(timeout)


class InlineExecutor(ThreadPoolExecutor):
    """Does what is given to threads at once, in the order in which it is given."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        made: Future[T] = Future()
        try:
            made.set_result(fn(*args, **kwargs))
        except BaseException as error:
            made.set_exception(error)
        return made


class InlineStore(SqliteStore):
    """The store as it is, file, statements and transactions, without the way to its thread and back."""

    async def _run(self, work: Callable[[], T]) -> T:
        return work()

    def hurry(self) -> None:
        """Do not wait until the disk has what was written: nobody cuts the power here."""
        self._db.execute("PRAGMA synchronous = OFF")


class IdleAwareLoop:
    """Runs something in a loop whose idleness can be waited for."""

    def __init__(self) -> None:
        self.selector = IdleSelector()
        self.loop = asyncio.SelectorEventLoop(self.selector)
        self.loop.set_default_executor(InlineExecutor(1))

    async def idle(self) -> None:
        """Return when nothing can go on before time passes."""
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
    """The clock of the bot's machine: `true` seconds and an `error`. Who sleeps, sleeps true seconds."""

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
        """When somebody wakes, in true seconds."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return None if not self._sleepers else -int(-self._sleepers[0][0] // 1)

    def go(self, to: int) -> None:
        """Let time pass until then; who has slept long enough wakes."""
        self.true = max(self.true, to)
        while self._sleepers and self._sleepers[0][0] <= self.true:
            made = heapq.heappop(self._sleepers)[2]
            if not made.done():
                made.set_result(None)


class Agenda:
    """What will happen in the world, in order: instants in true seconds, and what is done then."""

    def __init__(self) -> None:
        self._all: list[tuple[int, int, Callable[[], Any]]] = []
        self._count = 0

    def at(self, when: float, what: Callable[[], Any]) -> None:
        self._count += 1
        heapq.heappush(self._all, (int(when), self._count, what))

    def next(self) -> int | None:
        return self._all[0][0] if self._all else None

    def pop(self, until: int) -> Callable[[], Any] | None:
        """What is next, if its time has come."""
        return heapq.heappop(self._all)[2] if self._all and self._all[0][0] <= until else None


def draw_weighted(draw: Callable[[], float], table: Mapping[T, float]) -> T:
    """One of the keys, as often as its weight says."""
    left = draw() * sum(table.values())
    for key, weight in table.items():
        left -= weight
        if left < 0:
            return key
    return next(reversed(list(table)))
