"""Upkeep of a SQLite file while the bot runs: complete check and regular backups."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from .backup import (
    Interruptible,
    backups_newest_first,
    check_live_database,
    delete_old_backups,
    format_backup_name,
    make_backup,
    parse_backup_name,
)
from .errors import StoreError
from .opening import COMPLETE_CHECK_BYTES, Stopped

log = logging.getLogger(__name__)

START_DELAY_SECONDS: Final = 300  # without work after the start, when many users wait
RETRY_SECONDS: Final = 3600  # after a failed backup
MAX_SLEEP_SECONDS: Final = 3600  # between two looks at the clock, which may jump


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Folder of the backups, seconds between two, and how many are kept."""

    folder: Path
    every: int
    keep: int


class Clock(Protocol):
    """The real time in seconds, and sleeping in it."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class RealClock:
    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Upkeep:
    """One task that works in threads with connections of its own; the bot never waits for it."""

    def __init__(self, database: Path | None, plan: BackupPlan | None, clock: Clock | None = None) -> None:
        self.database = database
        self.plan = plan
        self.clock = clock or RealClock()
        self.found_damage: str | None = None  # the damage found in the file, if any
        self.newest_backup_at: float | None = None  # when the newest backup was made
        self._stopped = Interruptible()
        self._task: asyncio.Task[None] | None = None
        self._thread: asyncio.Future[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self.run(), name="upkeep")

    async def close(self) -> None:
        """Stop; unfinished work is removed."""
        self._stopped.stop()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._thread is not None:
            with suppress(Exception):
                await self._thread

    async def run(self) -> None:
        """Run until stopped, or until there is nothing to do."""
        if self.database is None:  # the server's own task
            return
        await self.clock.sleep(START_DELAY_SECONDS)
        if self.database.stat().st_size > COMPLETE_CHECK_BYTES:  # smaller files were checked completely at the start
            await self.check_database()
        while self.plan is not None:
            try:
                await self.clock.sleep(min(self.seconds_until_backup(self.plan), MAX_SLEEP_SECONDS))
                done = self.seconds_until_backup(self.plan) > 0 or await self.make_backup(self.plan)
            except Exception:
                log.exception("a backup could not be made")
                done = False
            if not done:
                await self.clock.sleep(RETRY_SECONDS)

    def seconds_until_backup(self, plan: BackupPlan) -> float:
        """Seconds until the next backup; 0 or less: now. Backups from the future are ignored: the clock was wrong."""
        now = self.clock.now()
        instants = [parse_backup_name(path.name) for path in backups_newest_first(plan.folder)]
        self.newest_backup_at = max((instant for instant in instants if instant <= now), default=None)
        return 0.0 if self.newest_backup_at is None else self.newest_backup_at + plan.every - now

    async def check_database(self) -> None:
        """Check the whole file. Damage is logged; readers of the damaged part get an error."""
        database = self.database
        assert database is not None
        try:
            await self._run_in_thread(lambda: check_live_database(database, self._stopped))
        except StoreError as error:
            self._report_damage(error)

    async def make_backup(self, plan: BackupPlan) -> bool:
        """Make a backup and delete the oldest; False if it failed. If the file is damaged, nothing is made or
        deleted."""
        target, database = plan.folder / format_backup_name(self.clock.now()), self.database
        assert database is not None

        def work() -> None:
            try:
                plan.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError("store.backup", file=str(target), reason=str(error)) from error
            make_backup(database, target, self._stopped)
            gone = delete_old_backups(plan.folder, plan.keep)
            log.info("backup %(file)s was made; %(gone)d older ones went", {"file": str(target), "gone": len(gone)})

        try:
            await self._run_in_thread(work)
        except StoreError as error:
            if error.key == "store.corrupt":
                self._report_damage(error)
            else:
                why = error.params.get("reason", error.key)
                log.error("the backup %(file)s was not made: %(why)s", {"file": str(target), "why": why})
            return False
        except OSError as error:
            log.error(
                "older backups in %(file)s could not be deleted: %(why)s",
                {"file": str(plan.folder), "why": error.strerror},
            )
        self.found_damage, self.newest_backup_at = None, self.clock.now()
        return True

    def _report_damage(self, error: StoreError) -> None:
        self.found_damage = str(error.params.get("reason", error.key))
        log.error(
            "the database %(file)s is damaged: %(why)s; stop the bot and put a backup in its place",
            {"file": str(self.database), "why": self.found_damage},
        )

    async def _run_in_thread(self, work: Callable[[], None]) -> None:
        """Run `work` in a thread. A cancelled caller leaves it running; `close` waits for it."""

        def guarded() -> None:
            with suppress(Stopped):
                work()

        running: Awaitable[None] = asyncio.to_thread(guarded)
        self._thread = asyncio.ensure_future(running)
        await asyncio.shield(self._thread)
