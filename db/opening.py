"""Opening a SQLite file: identification, check, migrations."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from filelock import FileLock, Timeout

from .errors import StoreError, Unfit

MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = 0x4C544254  # «LTBT» in the file's header identifies databases of Longtable
WAIT_MS = 5000
# Errors of the sqlite3 module for an unusable file; undecodable text is damage too.
FAULTS = (sqlite3.DatabaseError, UnicodeDecodeError)
COMPLETE_CHECK_BYTES: Final = 64 * 1024 * 1024  # bytes up to which a file is checked completely at the start
# Tables that grow with every move, and are read per game. All others are read at the start.
CHECKED_LATER: Final = frozenset({"log", "states", "checkpoints", "acts", "posts"})


def load_migrations(folder: Path = MIGRATIONS) -> list[tuple[int, str]]:
    """Number and text of each migration, in order, from 1 without gaps."""
    found = []
    for path in sorted(folder.glob("*.sql")):
        match = re.fullmatch(r"(\d{4})_\w+\.sql", path.name)
        assert match is not None, f"{path.name} is no name of a migration"
        found.append((int(match[1]), path.read_text(encoding="utf-8")))
    assert [number for number, _ in found] == list(range(1, len(found) + 1)), "migrations count from 1"
    return found


def examine_file(path: Path, newest: int) -> bool:
    """Check the file without writing; False if only a writable connection can.

    StoreError if it is damaged, of another program, or newer.
    """
    try:
        if not path.parent.is_dir():
            raise StoreError("store.no_folder", file=str(path), folder=str(path.parent))
        if not path.exists():
            return True  # a new one
        if not path.is_file():
            raise StoreError("store.unreadable", file=str(path), reason="not a file")
        if path.stat().st_size == 0:
            return True
    except OSError as error:  # name too long, folder not readable
        raise StoreError("store.unreadable", file=str(path), reason=str(error.strerror)) from error
    if not os.access(path, os.R_OK):
        raise StoreError("store.unreadable", file=str(path), reason="permission denied")
    if _has_hot_journal(path):
        return False  # a crash left a transaction that SQLite rolls back at the next writable opening
    try:
        db = sqlite3.connect(_explain_read_only(path), uri=True, timeout=WAIT_MS / 1000)
        try:
            require_sound(db, path, newest)
        finally:
            db.close()
    except FAULTS as error:
        raise explain_sqlite_error(error, path) from error
    return True


def require_sound(db: sqlite3.Connection, path: Path, newest: int) -> None:
    """StoreError if the database is of another program, newer, or fails the quick check. Of a large file only the
    tables read at the start are checked here; `Upkeep` checks the rest later."""
    version = sqlite_schema_version(db)
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    tables = int(db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])
    if application != APPLICATION_ID and (tables or application or version):
        raise StoreError("store.foreign", file=str(path))
    if version > newest:
        raise StoreError("store.newer", file=str(path), version=version, known=newest)
    quick_check(db, path, without=None if path.stat().st_size <= COMPLETE_CHECK_BYTES else CHECKED_LATER)


class Stopped(Exception):
    """The work was cancelled by its caller."""


def never_stopped() -> bool:
    return False


def quick_check(
    db: sqlite3.Connection,
    path: Path,
    *,
    without: Collection[str] | None = None,
    thorough: bool = False,
    stopped: Callable[[], bool] = never_stopped,
) -> None:
    """StoreError unless the database passes the quick check; Stopped. `without`: tables to skip, with everything
    outside tables; `thorough`: the integrity check, which compares indices too."""
    db.set_progress_handler(stopped, 10_000)  # instructions of SQLite between two calls
    check = "integrity_check" if thorough else "quick_check"
    queries = [f"PRAGMA {check}(1)"]
    if without is not None:
        names = [str(row[0]) for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        queries = [f"PRAGMA {check}({_quote_table_name(name)})" for name in names if name not in without]
    for query in queries:
        if stopped():
            raise Stopped
        answer = str(db.execute(query).fetchone()[0])
        if answer != "ok":
            raise StoreError("store.corrupt", file=str(path), reason=answer)


def _quote_table_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def connect_for_writing(path: Path, check: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """The only writing connection, after a last `check`. StoreError if the file is locked or not writable."""
    try:
        db = sqlite3.connect(path, timeout=WAIT_MS / 1000, isolation_level=None, check_same_thread=False)
    except sqlite3.DatabaseError as error:
        raise explain_sqlite_error(error, path) from error
    try:
        # A damaged text must not block reading the others.
        db.text_factory = partial(str, encoding="utf-8", errors="replace")
        check(db)
        for pragma in ("foreign_keys = ON", f"busy_timeout = {WAIT_MS}", "journal_mode = WAL", "synchronous = FULL"):
            db.execute(f"PRAGMA {pragma}")
        db.execute("BEGIN IMMEDIATE")
        db.execute("ROLLBACK")
    except FAULTS as error:
        db.close()
        raise explain_sqlite_error(error, path) from error
    except BaseException:
        db.close()
        raise
    return db


def sqlite_schema_version(db: sqlite3.Connection) -> int:
    """The number of the last migration; 0 if there is none."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def lock_file(path: Path) -> FileLock:
    """Lock the file for this process, by a file beside it: SQLite's own locks let two writers alternate.

    The operating system releases it when the process dies.
    """
    lock = FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise StoreError("store.in_use", file=str(path)) from error
    except OSError as error:
        raise StoreError("store.read_only", file=str(path)) from error
    return lock


def migrate_sqlite(db: sqlite3.Connection, path: Path, steps: list[tuple[int, str]]) -> None:
    """Migrate the schema, each step in one transaction with its number."""
    version = sqlite_schema_version(db)
    for number, text in steps:
        if number <= version:
            continue
        try:
            db.executescript(
                f"BEGIN IMMEDIATE;\n{text}\nPRAGMA application_id = {APPLICATION_ID};\n"
                f"PRAGMA user_version = {number};\nCOMMIT;"
            )
        except FAULTS as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise StoreError("store.migration", file=str(path), number=number, reason=str(error)) from error


def explain_sqlite_error(error: sqlite3.DatabaseError | UnicodeDecodeError, path: Path) -> StoreError:
    """The StoreError for an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    text = str(error)
    undecoded = isinstance(error, UnicodeDecodeError) or text.startswith("Could not decode")
    if undecoded or code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StoreError("store.corrupt", file=str(path), reason=text)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError("store.locked", file=str(path))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        return StoreError("store.read_only", file=str(path))
    if code == sqlite3.SQLITE_FULL:
        return StoreError("store.full", file=str(path))
    if code == sqlite3.SQLITE_CONSTRAINT:
        return Unfit("store.unfit", file=str(path), reason=text)
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError("store.unreadable", file=str(path), reason=text)
    return StoreError("store.failed", file=str(path), reason=text)


def _explain_read_only(path: Path) -> str:
    # `immutable` ignores the write-ahead log, so it needs an empty one. It writes nothing at all.
    mode = "mode=ro" if _file_size(path, "-wal") else "mode=ro&immutable=1"
    return f"file:{quote(str(path.resolve()))}?{mode}"


def _has_hot_journal(path: Path) -> bool:
    return _file_size(path, "-journal") > 0


def _file_size(path: Path, suffix: str) -> int:
    companion = path.with_name(path.name + suffix)
    return companion.stat().st_size if companion.exists() else 0
