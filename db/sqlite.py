"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite
from filelock import FileLock

from .base import Clock, Store, Transaction
from .opening import (
    FAULTS,
    MIGRATIONS,
    connect_for_writing,
    examine_file,
    explain_sqlite_error,
    load_migrations,
    lock_file,
    migrate_sqlite,
    require_sound,
)

T = TypeVar("T")


class SqliteStore(Store):
    """One SQLite file with one aiosqlite connection and its thread.

    The file belongs to one process; the operating system releases it when the process dies.
    """

    name = "sqlite"

    def __init__(
        self, path: Path, clock: Clock, connection: aiosqlite.Connection, db: sqlite3.Connection, lock: FileLock
    ) -> None:
        super().__init__(clock)
        self.path = self.file = path
        self.location = str(path)
        self._connection = connection
        self._db = db
        self._lock = lock
        self._transaction = Transaction(db)

    @classmethod
    async def open(cls, path: Path | str, clock: Clock) -> Self:
        """Check the file and migrate its schema. StoreError, with the file unchanged, if it cannot be used."""
        # Resolve symbolic links: the lock and SQLite's companion files lie beside the real file.
        path = Path(os.path.realpath(path))
        db, lock = await asyncio.to_thread(_open_and_claim, path)
        connection = await aiosqlite.Connection(lambda: db, iter_chunk_size=64)
        return cls(path, clock, connection, db, lock)

    async def close(self) -> None:
        if self._lock.is_locked:
            await self._connection.close()
            self._lock.release()

    async def write(self, work: Callable[[Transaction], T]) -> T:
        begun = time.perf_counter()
        try:
            return await self._run_in_thread(lambda: self._run_write(work))
        finally:
            self.on_transaction_end("write", time.perf_counter() - begun)

    async def read(self, work: Callable[[Transaction], T]) -> T:
        begun = time.perf_counter()
        try:
            return await self._run_in_thread(lambda: self._run_read(work))
        finally:
            self.on_transaction_end("read", time.perf_counter() - begun)

    async def check_connection(self) -> None:
        await self.read(lambda _: self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone())

    async def size(self) -> int:
        sizes = (self.path.with_name(self.path.name + end) for end in ("", "-wal"))
        return sum(path.stat().st_size for path in sizes if path.exists())

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        # aiosqlite's public methods run one statement each; a cancelled caller would leave the transaction open, and
        # each call is a trip to the thread and back. This one runs the whole function there.
        run: Callable[[Callable[[], T]], Awaitable[T]] = self._connection._execute  # untyped
        return await run(work)

    def _run_write(self, work: Callable[[Transaction], T]) -> T:
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            result = work(self._transaction)
            db.execute("COMMIT")
        except BaseException as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            if isinstance(error, FAULTS):
                raise explain_sqlite_error(error, self.path) from error
            raise
        return result

    def _run_read(self, work: Callable[[Transaction], T]) -> T:
        try:
            return work(self._transaction)
        except FAULTS as error:
            raise explain_sqlite_error(error, self.path) from error


def _open_and_claim(path: Path) -> tuple[sqlite3.Connection, FileLock]:
    steps = load_migrations(MIGRATIONS)
    is_examined = examine_file(path, len(steps))
    lock = lock_file(path)
    try:
        db = connect_for_writing(path, lambda db: None if is_examined else require_sound(db, path, len(steps)))
        try:
            migrate_sqlite(db, path, steps)
        except BaseException:
            db.close()
            raise
    except BaseException:
        lock.release()
        raise
    return db, lock
