"""Sleeps until something falls due at a table, and has it looked at: what is to be done there the table knows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from db.errors import StoreError

from .hall import Hall

log = logging.getLogger(__name__)

LONGEST: Final = 60  # seconds between two looks: the clock of the machine may have been set, or have slept
AT_ONCE: Final = 100  # tables at a time
PATIENCE: Final = 5  # seconds after the database did not answer
REST: Final = 600  # seconds for which a table is let alone where looking at it went wrong


class Scheduler:
    """One task for all tables. The instants stand in the database: a restart loses none, and none is met twice."""

    def __init__(self, hall: Hall, look: Callable[[int], Awaitable[None]]) -> None:
        self.hall = hall
        self.look = look
        self._planned: int | None = None
        self._sooner = asyncio.Event()
        self._resting: dict[int, int] = {}  # table -> until when it is let alone

    def alarm(self, at: int) -> None:
        """Something is to be done at that instant."""
        if self._planned is None or at < self._planned:
            self._sooner.set()

    async def run(self) -> None:
        """For ever."""
        while True:
            begun = self.hall.clock.now()
            self._sooner.clear()  # before looking: what becomes due meanwhile is looked at again
            try:
                await self.look_around()
                wanted = await self.hall.store.read(lambda t: t.next_look())
                until = begun + LONGEST if wanted is None else min(begun + LONGEST, wanted)
            except StoreError as error:
                log.error("what is due could not be read: %s", error.key)
                until = begun + PATIENCE
            await self._sleep(max(until, begun + 1) if self._resting else until)

    async def look_around(self) -> None:
        """Look at every table where something is due, the longest overdue first."""
        now = self.hall.clock.now()
        self._resting = {table: until for table, until in self._resting.items() if until > now}
        most = AT_ONCE + len(self._resting)
        while True:
            due = await self.hall.store.read(lambda t: t.to_look_at(now, most))
            left = [table for table in due if table not in self._resting]
            for table in left:
                try:
                    await self.hall.finish_anyway(self._looked(table))
                except StoreError:
                    raise
                except Exception:
                    log.exception("table %d: what is due there could not be done", table)
                    self._resting[table] = now + REST
            if len(due) < most or not left:
                return

    async def _looked(self, table: int) -> None:
        await self.look(table)

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
        await self.hall.clock.sleep(max(0, until - self.hall.clock.now()))
