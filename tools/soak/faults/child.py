"""The bot as a host starts it, and a hand on what lies below it: `python -m tools.faults.child`.

Orders come by standard input, a line each:

    advance 30      the clock of the bot is so many seconds ahead
    full, roomy     the database may not grow any more; may again
    narrow          no file may grow beyond its size (the disk refuses to write); `roomy` ends that too
    sealed, open    the database may not be written; may again
    die commit 3    kill this process at the third COMMIT from now: before it is carried out. So `begin`, `statement`,
                    `rollback`; and `committed`, after it was; on a server `committing` too, while it is under way

With a database on a server what befalls that is done there (`tools.soak.faults.served`); here the process dies.
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
SPARE: Final = 4096  # bytes that a file may still grow on a disk that refuses


class OrderReader:
    """What was ordered, and how it is done."""

    def __init__(self) -> None:
        self.clock: MovableClock | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.full = self.narrow = self.sealed = False
        self.dies: str | None = None
        self.left = 0

    def listen(self) -> None:
        for line in sys.stdin:
            self.order(*line.split())
        os.kill(os.getpid(), signal.SIGTERM)  # whoever gave orders is gone

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
        """This is such a place; the process may have to die here."""
        if self.dies == where:
            self.left -= 1
            if self.left <= 0:
                os.kill(os.getpid(), signal.SIGKILL)


HAND: Final = OrderReader()


def limit_file_size(wanted: bool) -> None:
    """Have the system refuse what would make a file longer than the database or its companion is now."""
    if sys.platform == "win32":
        return
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    file = Path(os.environ["LONGTABLE_DB"])
    sizes = [path.stat().st_size for path in (file, file.with_name(file.name + "-wal")) if path.exists()]
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(sizes, default=0) + SPARE if wanted else most, most))


class Connection:
    """The connection of the store: its transactions meet what was ordered."""

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
        """Let SQLite itself know how full the disk is, and whether it may write; it then refuses as it would there."""
        pages = int(self.inner.execute("PRAGMA page_count").fetchone()[0]) if HAND.full else PAGES
        self.inner.execute(f"PRAGMA max_page_count = {pages}")
        self.inner.execute(f"PRAGMA query_only = {int(HAND.sealed)}")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def on_server() -> ExitStack:
    """The connections of the store on a server: their transactions meet what was ordered."""
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
