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
    list_due_items: Callable[[Transaction, int, int], list[int]]  # until when, at most how many; longest overdue first
    next_due_time: Callable[[Transaction], int | None]
    run_item: Callable[[int], Awaitable[None]]
    retry_at: dict[int, int] = field(default_factory=dict)  # item -> time until which it is skipped


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
        self.jobs = rounds
        self.on_clock_set_back = set_back
        self._wake_up_at: int | None = None
        self._alarm_event = asyncio.Event()
        self._last_run_at: int | None = None  # time of the last run; None before the first

    def wake_up_by(self, at: int) -> None:
        """Wake up at that time at the latest."""
        if self._wake_up_at is None or at < self._wake_up_at:
            self._alarm_event.set()

    @property
    def has_nothing_due(self) -> bool:
        """Whether nothing is due before the planned wake-up."""
        return (
            self._wake_up_at is not None
            and not self._alarm_event.is_set()
            and self.registry.clock.now() < self._wake_up_at
        )

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            begun = self.registry.clock.now()
            self._alarm_event.clear()  # before the run: items due meanwhile cause another one
            try:
                if self._last_run_at is None or begun < self._last_run_at - CLOCK_SET_BACK_SECONDS:
                    await self.on_clock_set_back()
                self._last_run_at = begun
                until = begun + MAX_SLEEP_SECONDS
                for job in self.jobs:
                    await self._run_due_items(job, begun)
                    due_at = await self.registry.store.read(job.next_due_time)
                    until = until if due_at is None else min(until, due_at)
            except StoreError as error:
                log.error("what is due could not be read: %(why)s", {"why": error.key})
                until = begun + DATABASE_RETRY_SECONDS
            if any(job.retry_at for job in self.jobs):  # resting items stay due
                until = max(until, begun + 1)
            await self._sleep_until(until)

    async def run_all_due(self) -> None:
        """Run everything that is due."""
        now = self.registry.clock.now()
        for job in self.jobs:
            await self._run_due_items(job, now)

    async def _run_due_items(self, job: ScheduledJob, now: int) -> None:
        """Run due items of one job, longest overdue first. All jobs share `now`, so that notifications due at the same
        time are gathered together; later ones are left to the next run."""
        job.retry_at = {item: until for item, until in job.retry_at.items() if until > now}
        most = ITEMS_PER_QUERY + len(job.retry_at)
        while True:
            due = await self.registry.store.read(lambda t: job.list_due_items(t, now, most))
            ready = [item for item in due if item not in job.retry_at]
            for item in ready:
                values: dict[str, object] = {"what": job.name, "number": item}
                try:
                    await self._run_item(job, item)
                except (Conflict, Unfit, ServiceError) as error:  # inconsistent rows of one item; others go on
                    values["why"] = error.key
                    log.warning("%(what)s %(number)d is let alone for a while: %(why)s", values)
                    job.retry_at[item] = now + ITEM_RETRY_SECONDS
                except StoreError:
                    raise
                except Exception:
                    log.exception("%(what)s %(number)d: what is due there could not be done", values)
                    job.retry_at[item] = now + ITEM_RETRY_SECONDS
            if len(due) < most or not ready:
                return

    @durable
    async def _run_item(self, job: ScheduledJob, item: int) -> None:
        await job.run_item(item)

    async def _sleep_until(self, until: int) -> None:
        """Sleep until then, or until an earlier alarm."""
        self._wake_up_at = until
        waits = [asyncio.ensure_future(self._sleep_on_clock(until)), asyncio.ensure_future(self._alarm_event.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            self._wake_up_at = None

    async def _sleep_on_clock(self, until: int) -> None:
        """Compute the remaining time at the start of the sleep: the clock may have moved."""
        await self.registry.clock.sleep(max(0, until - self.registry.clock.now()))
