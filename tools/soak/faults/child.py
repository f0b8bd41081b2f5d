"""The bot as a host starts it, with faults on order: `python -m tools.soak.faults.child`.

Orders arrive on standard input, one per line:

    advance 30      move the bot's clock forward by so many seconds
    full, roomy     the database may not grow; may grow again
    narrow          no file may grow (the disk refuses writes); `roomy` ends this too
    sealed, open    the database is read-only; writable again
    die commit 3    kill this process before the third COMMIT from now. Likewise `begin`, `statement`, `rollback`;
                    `committed` kills after a COMMIT and, on a server, `committing` during one

Faults of a PostgreSQL server itself are in `tools.soak.faults.served`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import bot
import db.sqlite
from db.store import is_server_address
from service.store.clock import MovableClock

if sys.platform != "win32":
    import resource

PAGES: Final = 1 << 30  # more than a database ever has
SPARE: Final = 4096  # bytes that files may still grow on a refusing disk


class OrderReader:
    """Reads and executes the orders."""

    def __init__(self) -> None:
        self.clock: MovableClock | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.full = self.narrow = self.sealed = False
        self.dies: str | None = None
        self.left = 0

    def listen(self) -> None:
        for line in sys.stdin:
            self.order(*line.split())
        os.kill(os.getpid(), signal.SIGTERM)  # the campaign's process is gone

    def order(self, what: str, *words: str) -> None:
        match what:
            case "advance" if self.clock is not None and self.loop is not None:
                self.loop.call_soon_threadsafe(self.clock.advance, float(words[0]))
            case "full":
                self.full = True
            case "narrow":
                self.narrow = True
                limit_file_size(self.narrow)
            case "roomy":
                self.full = False
                if self.narrow:
                    self.narrow = False
                    limit_file_size(self.narrow)
            case "sealed" | "open":
                self.sealed = what == "sealed"
            case "die":
                self.dies, self.left = words[0], int(words[1])

    def meets(self, where: str) -> None:
        """Kills the process if it was ordered to die at this place."""
        if self.dies == where:
            self.left -= 1
            if self.left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


HAND: Final = OrderReader()


def limit_file_size(wanted: bool) -> None:
    """Lets the system refuse (or allow again) writes that extend the database or its WAL file."""
    if sys.platform == "win32":
        return
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    file = Path(os.environ["LONGTABLE_DB"])
    sizes = [path.stat().st_size for path in (file, file.with_name(file.name + "-wal")) if path.exists()]
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes, default=0) + SPARE if wanted else most, most))


class Connection:
    """The store's connection, with the ordered faults."""

    def __init__(self, inner: sqlite3.Connection) -> None:
        self.inner = inner

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        word = sql.split(None, 1)[0].casefold()
        if word == "begin":
            self._settle()
        HAND.meets(word if word in ("begin", "commit", "rollback") else "statement")
        found = self.inner.execute(sql, *rest)
        if word == "commit":
            HAND.meets("committed")
        return found

    def executemany(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        HAND.meets("statement")
        return self.inner.executemany(sql, *rest)

    def _settle(self) -> None:
        """Sets SQLite's limits for size and writing, so that SQLite raises its own errors."""
        pages = int(self.inner.execute("PRAGMA page_count").fetchone()[0]) if HAND.full else PAGES
        self.inner.execute(f"PRAGMA max_page_count = {pages}")
        self.inner.execute(f"PRAGMA query_only = {int(HAND.sealed)}")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def on_server() -> ExitStack:
    """Patches psycopg's connections to apply the orders."""
    import psycopg

    from db.postgres import connection

    execute, rollback, asked = psycopg.Connection.execute, psycopg.Connection.rollback, connection.Connection.execute

    def executed(self: Any, query: Any, *rest: Any, **more: Any) -> Any:
        word = query.split(None, 1)[0].casefold() if isinstance(query, str) else ""
        if word in ("begin", "commit"):
            HAND.meets(word)
        found = execute(self, query, *rest, **more)
        if word == "commit":
            HAND.meets("committing")
            if HAND.dies == "committed" and self._pipeline is not None:
                self._pipeline.sync()
                HAND.meets("committed")
        return found

    def rolled_back(self: Any) -> None:
        HAND.meets("rollback")
        rollback(self)

    def stated(self: Any, sql: str, *rest: Any) -> Any:
        HAND.meets("statement")
        return asked(self, sql, *rest)

    patches = ExitStack()
    patches.enter_context(patch.object(psycopg.Connection, "execute", executed))
    patches.enter_context(patch.object(psycopg.Connection, "rollback", rolled_back))
    patches.enter_context(patch.object(connection.Connection, "execute", stated))
    return patches


def main() -> int:
    opened = db.sqlite._open_and_claim

    def held(path: Path) -> Any:
        connection, lock = opened(path)
        return Connection(connection), lock

    class Clock(MovableClock):
        def __init__(self) -> None:
            super().__init__(float(os.environ.get("LONGTABLE_AHEAD", "0")))
            HAND.clock, HAND.loop = self, asyncio.get_running_loop()
            threading.Thread(target=HAND.listen, daemon=True).start()

    patches = on_server() if is_server_address(os.environ["LONGTABLE_DB"]) else ExitStack()
    with patches, patch.object(db.sqlite, "_open_and_claim", held), patch.object(bot, "SystemClock", Clock):
        return bot.main([])


if __name__ == "__main__":
    sys.exit(main())
