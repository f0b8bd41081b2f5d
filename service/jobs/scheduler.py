"""Sleeps until the next due time of any job and runs it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from db.errors import Conflict, StoreError, Unfit
from db.store import Transaction

from ..errors import ServiceError
from ..store.durable import durable
from ..store.registry import TableRegistry

log = logging.getLogger(__name__)

MAX_SLEEP_SECONDS: Final = 60  # seconds between runs: the system clock may be changed, or the system may sleep
ITEMS_PER_QUERY: Final = 100  # items per query
DATABASE_RETRY_SECONDS: Final = 5  # seconds after a failed database access
ITEM_RETRY_SECONDS: Final = 600  # seconds without retries for an item whose job failed
CLOCK_SET_BACK_SECONDS: Final = 60  # seconds; a larger step back means that the clock was set back


@dataclass(slots=True)
class ScheduledJob:
    """A kind of job: query for due items, query for the next due time, handler. Queries use an index."""

    name: str
    due: Callable[[Transaction, int, int], list[int]]  # until when, at most how many; longest overdue first
    next: Callable[[Transaction], int | None]
    look: Callable[[int], Awaitable[None]]
    resting: dict[int, int] = field(default_factory=dict)  # item -> time until which it is skipped


async def ignore_clock_set_back() -> None:
    """Default: a clock set back has no consequences."""


class Scheduler:
    """One task for all jobs. Due times are stored, so that a restart neither loses nor repeats one."""

    def __init__(
        self,
        registry: TableRegistry,
        rounds: Sequence[ScheduledJob],
        set_back: Callable[[], Awaitable[None]] = ignore_clock_set_back,
    ) -> None:
        self.registry = registry
        self.rounds = rounds
        self.set_back = set_back
        self._planned: int | None = None
        self._sooner = asyncio.Event()
        self._latest: int | None = None  # time of the last run; None before the first

    def alarm(self, at: int) -> None:
        """Wake up at that time at the latest."""
        if self._planned is None or at < self._planned:
            self._sooner.set()

    @property
    def asleep(self) -> bool:
        """Whether nothing is due before the planned wake-up."""
        return self._planned is not None and not self._sooner.is_set() and self.registry.clock.now() < self._planned

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            begun = self.registry.clock.now()
            self._sooner.clear()  # before the run: items due meanwhile cause another one
            try:
                if self._latest is None or begun < self._latest - CLOCK_SET_BACK_SECONDS:
                    await self.set_back()
                self._latest = begun
                until = begun + MAX_SLEEP_SECONDS
                for job in self.rounds:
                    await self._go(job, begun)
                    due_at = await self.registry.store.read(job.next)
                    until = until if due_at is None else min(until, due_at)
            except StoreError as error:
                log.error("what is due could not be read: %(why)s", {"why": error.key})
                until = begun + DATABASE_RETRY_SECONDS
            if any(job.resting for job in self.rounds):  # resting items stay due
                until = max(until, begun + 1)
            await self._sleep(until)

    async def look_around(self) -> None:
        """Run everything that is due."""
        now = self.registry.clock.now()
        for job in self.rounds:
            await self._go(job, now)

    async def _go(self, job: ScheduledJob, now: int) -> None:
        """Run due items of one job, longest overdue first. All jobs share `now`, so that notifications due at the same
        time are gathered together; later ones are left to the next run."""
        job.resting = {item: until for item, until in job.resting.items() if until > now}
        most = ITEMS_PER_QUERY + len(job.resting)
        while True:
            due = await self.registry.store.read(lambda t: job.due(t, now, most))
            ready = [item for item in due if item not in job.resting]
            for item in ready:
                values: dict[str, object] = {"what": job.name, "number": item}
                try:
                    await self._looked(job, item)
                except (Conflict, Unfit, ServiceError) as error:  # inconsistent rows of one item; others go on
                    values["why"] = error.key
                    log.warning("%(what)s %(number)d is let alone for a while: %(why)s", values)
                    job.resting[item] = now + ITEM_RETRY_SECONDS
                except StoreError:
                    raise
                except Exception:
                    log.exception("%(what)s %(number)d: what is due there could not be done", values)
                    job.resting[item] = now + ITEM_RETRY_SECONDS
            if len(due) < most or not ready:
                return

    @durable
    async def _looked(self, job: ScheduledJob, item: int) -> None:
        await job.look(item)

    async def _sleep(self, until: int) -> None:
        """Sleep until then, or until an earlier alarm."""
        self._planned = until
        waits = [asyncio.ensure_future(self._slept(until)), asyncio.ensure_future(self._sooner.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            self._planned = None

    async def _slept(self, until: int) -> None:
        """Compute the remaining time at the start of the sleep: the clock may have moved."""
        await self.registry.clock.sleep(max(0, until - self.registry.clock.now()))
