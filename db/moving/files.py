"""SQLite files as source and target of a move."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock

from ..backup import COMPANIONS, UNFINISHED, open_read_only, sibling_file, sync_to_disk
from ..base import Transaction
from ..errors import StoreError
from ..opening import (
    FAULTS,
    examine_file,
    explain_sqlite_error,
    load_migrations,
    lock_file,
    migrate_sqlite,
    quick_check,
    sqlite_schema_version,
)
from .ends import NUMBERS, MoveEnd, MoveTarget, Row, TableSchema, quote_name

INTERNAL_PREFIX: Final = "sqlite_"  # prefix of SQLite's internal tables


class FileEnd(MoveEnd):
    """A SQLite file with one connection."""

    path: Path
    _db: sqlite3.Connection | None = None
    _lock: FileLock

    @property
    def db(self) -> sqlite3.Connection:
        assert self._db is not None, "it is open"
        return self._db

    def tables(self) -> dict[str, TableSchema]:
        found = self.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        names = [str(name) for (name,) in found if name == NUMBERS or not name.startswith(INTERNAL_PREFIX)]
        return {name: self._table_schema(name) for name in names}

    def _table_schema(self, name: str) -> TableSchema:
        info = self.db.execute(f"PRAGMA table_info({quote_name(name)})").fetchall()
        columns = tuple(str(row[1]) for row in info)
        key = tuple(str(row[1]) for row in sorted(info, key=lambda row: int(row[5])) if row[5])
        refers = frozenset(str(row[2]) for row in self.db.execute(f"PRAGMA foreign_key_list({quote_name(name)})"))
        return TableSchema(name, columns, key or columns, refers)

    def rows(self, table: TableSchema) -> Generator[Row, None, None]:
        columns, key = (", ".join(map(quote_name, names)) for names in (table.columns, table.key))
        query = f"SELECT {columns} FROM {quote_name(table.name)} ORDER BY {key}"
        with self._sqlite_errors_explained(), closing(self.db.execute(query)) as cursor:
            yield from cursor

    def transaction(self) -> Transaction:
        return Transaction(self.db)

    @contextmanager
    def _sqlite_errors_explained(self) -> Iterator[None]:
        """Turn SQLite's errors into StoreError."""
        try:
            yield
        except FAULTS as error:
            raise explain_sqlite_error(error, self.path) from error


class FileSource(FileEnd):
    """A file that is only read, after a complete check."""

    def __init__(self, path: Path) -> None:
        self.path = _resolve_path(path)
        self.location = str(self.path)
        if not self.path.exists():
            raise StoreError("store.missing", file=self.location)
        self._had_no_companions = not any(sibling_file(self.path, suffix).exists() for suffix in COMPANIONS)
        self._lock = _claim_sound_file(self.path)
        try:
            self._db = open_read_only(self.path)
            with self._sqlite_errors_explained():
                quick_check(self.db, self.path)
                version = sqlite_schema_version(self.db)
            if not version:
                raise StoreError("store.missing", file=self.location)
            if version < len(load_migrations()):
                raise StoreError("store.outdated", file=self.location)
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        with self._sqlite_errors_explained():
            self.db.execute("BEGIN")
            self.db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # fixes the snapshot

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            if self._had_no_companions:  # a read-only connection leaves empty companions
                with suppress(*FAULTS), closing(sqlite3.connect(self.path)) as db:
                    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        self._lock.release()


class FileTarget(FileEnd, MoveTarget):
    """A new or empty file. Rows are written to a file beside it, which replaces it at the end."""

    def __init__(self, path: Path) -> None:
        self.path = _resolve_path(path)
        self.location = str(self.path)
        self._unfinished = sibling_file(self.path, UNFINISHED)
        self._begun = False
        self._lock = _claim_sound_file(self.path)
        try:
            self._refuse_used()
        except BaseException:
            self.close()
            raise

    def _refuse_used(self) -> None:
        if not self.path.exists():
            return
        with closing(open_read_only(self.path)) as self._db, self._sqlite_errors_explained():
            used = self.has_rows(self.tables())
        self._db = None
        if used:
            raise StoreError("store.not_empty", file=self.location)

    def begin(self) -> None:
        self._remove_empty_companions()
        self._begun = True
        self._remove_unfinished()
        with self._sqlite_errors_explained():
            self._db = sqlite3.connect(self._unfinished, isolation_level=None)
            # A crash discards the file, so nothing is synced before the end.
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = ON"):
                self.db.execute(f"PRAGMA {pragma}")
            migrate_sqlite(self.db, self.path, load_migrations())
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("PRAGMA defer_foreign_keys = ON")  # a game may refer to a later one
            self.db.execute(f"DELETE FROM {NUMBERS}")

    def write(self, table: TableSchema, rows: Iterable[Row]) -> None:
        if table.name == NUMBERS:
            self.db.execute(f"DELETE FROM {NUMBERS}")  # SQLite counted the written rows
        columns, marks = ", ".join(map(quote_name, table.columns)), ", ".join("?" * len(table.columns))
        with self._sqlite_errors_explained():
            self.db.executemany(f"INSERT INTO {quote_name(table.name)} ({columns}) VALUES ({marks})", rows)

    def commit(self) -> None:
        with self._sqlite_errors_explained():
            self.db.execute("COMMIT")
            self.db.close()
        self._db = None
        self._remove_empty_companions()
        try:
            if self.path.exists():
                shutil.copymode(self.path, self._unfinished)
            sync_to_disk(self._unfinished)
            os.replace(self._unfinished, self.path)
            sync_to_disk(self.path.parent)
        except OSError as error:
            raise StoreError("store.unwritten", file=self.location, reason=str(error.strerror)) from error

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        if self._begun:
            self._remove_unfinished()
        self._lock.release()

    def _remove_empty_companions(self) -> None:
        """Remove empty companion files, which SQLite would apply to the new file."""
        if any(sibling_file(self.path, suffix).exists() for suffix in COMPANIONS):
            with self._sqlite_errors_explained(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
                db.execute("PRAGMA journal_mode = DELETE")

    def _remove_unfinished(self) -> None:
        for left in (self._unfinished, *(sibling_file(self._unfinished, suffix) for suffix in COMPANIONS)):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _resolve_path(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _claim_sound_file(path: Path) -> FileLock:
    """Lock the file for this process. StoreError unless it is a sound database of Longtable or new, and unused."""
    if not examine_file(path, len(load_migrations())):
        raise StoreError("store.outdated", file=str(path))
    return lock_file(path)
