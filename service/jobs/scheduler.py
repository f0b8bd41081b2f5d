"""Sleeps until something falls due at a table, or for a person, and has it looked at: what is to be done each knows."""

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

LONGEST: Final = 60  # seconds between two looks: the clock of the machine may have been set, or have slept
AT_ONCE: Final = 100  # tables or people at a time
PATIENCE: Final = 5  # seconds after the database did not answer
REST: Final = 600  # seconds for which a table or person is let alone where looking at it went wrong
BACK: Final = 60  # seconds; a clock that shows so much less than it did was set back


@dataclass(slots=True)
class ScheduledJob:
    """One kind of what is looked at: what is due, when the next is, and who looks. The queries use an index."""

    name: str
    due: Callable[[Transaction, int, int], list[int]]  # until when, how many at most; the longest overdue first
    next: Callable[[Transaction], int | None]
    look: Callable[[int], Awaitable[None]]
    resting: dict[int, int] = field(default_factory=dict)  # until when somebody is let alone


async def ignore_clock_set_back() -> None:
    """Nothing follows from a clock that was set back."""


class Scheduler:
    """One task for all. The instants stand in the database: a restart loses none, and none is met twice."""

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
        self._latest: int | None = None  # what the clock showed at the last look; None: not since we run

    def alarm(self, at: int) -> None:
        """Something is to be done at that instant."""
        if self._planned is None or at < self._planned:
            self._sooner.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            begun = self.registry.clock.now()
            self._sooner.clear()  # before looking: what becomes due meanwhile is looked at again
            try:
                if self._latest is None or begun < self._latest - BACK:
                    await self.set_back()
                self._latest = begun
                until = begun + LONGEST
                for each in self.rounds:
                    await self._go(each, begun)
                    wanted = await self.registry.store.read(each.next)
                    until = until if wanted is None else min(until, wanted)
            except StoreError as error:
                log.error("what is due could not be read: %(why)s", {"why": error.key})
                until = begun + PATIENCE
            await self._sleep(max(until, begun + 1) if any(each.resting for each in self.rounds) else until)

    async def look_around(self) -> None:
        """Look at everything that is due."""
        now = self.registry.clock.now()
        for each in self.rounds:
            await self._go(each, now)

    async def _go(self, each: ScheduledJob, now: int) -> None:
        """Look at all of one kind where something is due, the longest overdue first. `now` is the same for all kinds:
        what falls due meanwhile is looked at next, beginning with the tables again, so that whoever is to hear of
        several things of one instant hears of all of them at once."""
        each.resting = {number: until for number, until in each.resting.items() if until > now}
        most = AT_ONCE + len(each.resting)
        while True:
            due = await self.registry.store.read(lambda t: each.due(t, now, most))
            left = [number for number in due if number not in each.resting]
            for number in left:
                try:
                    await self._looked(each, number)
                except (Conflict, Unfit, ServiceError) as error:  # rows that do not go together; the others are well
                    log.warning(
                        "%(what)s %(number)d is let alone for a while: %(why)s",
                        {"what": each.name, "number": number, "why": error.key},
                    )
                    each.resting[number] = now + REST
                except StoreError:
                    raise
                except Exception:
                    log.exception(
                        "%(what)s %(number)d: what is due there could not be done",
                        {"what": each.name, "number": number},
                    )
                    each.resting[number] = now + REST
            if len(due) < most or not left:
                return

    @durable
    async def _looked(self, each: ScheduledJob, number: int) -> None:
        await each.look(number)

    async def _sleep(self, until: int) -> None:
        """Sleep until then at most; less if something is due sooner."""
        self._planned = until
        waits = [asyncio.ensure_future(self._slept(until)), asyncio.ensure_future(self._sooner.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            self._planned = None

    async def _slept(self, until: int) -> None:
        """What is left is asked when the sleep begins: the clock may just have been moved."""
        await self.registry.clock.sleep(max(0, until - self.registry.clock.now()))
