"""Campaigns on PostgreSQL: the database reader, and faults of the server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg

from db.postgres.connection import Connection
from db.store import Transaction
from tools import postgres

from .book import DatabaseReader

T = TypeVar("T")

NAME: Final = "faults"  # of the database
OURS: Final = "faults campaign"  # application name of the campaign's own connections
BACK: Final = 60.0  # seconds to wait for the server after a fault
AGAIN: Final = 0.05
_CUT: Final = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"


class ServerReader(DatabaseReader):
    """Reads a PostgreSQL database beside the bot."""

    def __init__(self, address: str) -> None:
        super().__init__(Path())
        self.address = address
        self._line: psycopg.Connection[Any] | None = None

    def line(self) -> psycopg.Connection[Any]:
        """The campaign's connection."""
        if self._line is None or self._line.closed:
            self._line = psycopg.connect(self.address, autocommit=True, application_name=OURS)
        return self._line

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        line = self.line()
        line.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield Transaction(Connection(line))
        finally:
            with suppress(psycopg.Error):
                line.execute("ROLLBACK")

    def asked(self, work: Callable[[Transaction], T]) -> T:
        """The result of `work`; waits while the server is down."""
        until = time.monotonic() + BACK
        while True:
            try:
                with self.reading() as t:
                    return work(t)
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(AGAIN)

    def damage(self) -> Iterator[str]:
        """Reads every row; references are guaranteed by the server."""
        tables = self.read("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        for (table,) in tables:
            try:
                self.read(f'SELECT count(*), sum(length(t::text)) FROM "{table}" t')
            except psycopg.Error as error:
                yield f"{table}: {error}"

    def close(self) -> None:
        if self._line is not None:
            self._line.close()


class ServerFaults:
    """Faults of the server; each method returns when the fault is over."""

    def __init__(self, folder: Path, disk: ServerReader) -> None:
        self.folder, self.disk = folder, disk

    def restarted(self, seconds: float = 0.0) -> None:
        """Crashes the server and starts it again after some seconds."""
        self.disk.there = False
        try:
            postgres.kill_server(self.folder)
            time.sleep(seconds)
            postgres.start_server(self.folder)
        finally:
            self.disk.there = True

    def cut(self, *, claim: bool) -> int:
        """Cuts the bot's connections, with `claim` also the one that claims the database; returns their number."""
        held = "" if claim else "AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
        with psycopg.connect(self.disk.address, autocommit=True, application_name=OURS) as line:
            found = line.execute(f"{_CUT} AND application_name <> '{OURS}' {held}".encode()).fetchone()
        return int(found[0]) if found is not None else 0

    def held(self, seconds: float) -> None:
        """Locks the table that every act writes to."""
        with psycopg.connect(self.disk.address, application_name=OURS) as line:
            line.execute("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE")
            time.sleep(seconds)


@contextmanager
def temporary_server(folder: Path) -> Iterator[tuple[ServerReader, ServerFaults]]:
    """A temporary server that waits for the disk, with an empty database."""
    with postgres.running_server(folder / "server", safe=True, told=False) as address:
        with psycopg.connect(f"{address}/postgres", autocommit=True) as line:
            line.execute(f"CREATE DATABASE {NAME}".encode())
        disk = ServerReader(f"{address}/{NAME}")
        try:
            yield disk, ServerFaults(folder / "server", disk)
        finally:
            disk.close()
