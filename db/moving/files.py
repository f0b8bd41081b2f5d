"""A move from, and to, a SQLite file."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from filelock import FileLock

from ..backup import COMPANIONS, UNFINISHED, beside, reader, synced
from ..base import Transaction
from ..errors import StoreError
from ..opening import FAULTS, checked, claim, examine, migrate, migrations, refusal, version_of
from .ends import NUMBERS, End, Row, Table, Target, quoted

OWN: Final = "sqlite_"  # how the names of tables begin that SQLite keeps for itself


class FileEnd(End):
    """A SQLite file with one connection."""

    path: Path
    _db: sqlite3.Connection | None = None
    _lock: FileLock

    @property
    def db(self) -> sqlite3.Connection:
        assert self._db is not None, "it is open"
        return self._db

    def tables(self) -> dict[str, Table]:
        found = self.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        names = [str(name) for (name,) in found if name == NUMBERS or not name.startswith(OWN)]
        return {name: self._table(name) for name in names}

    def _table(self, name: str) -> Table:
        info = self.db.execute(f"PRAGMA table_info({quoted(name)})").fetchall()
        columns = tuple(str(row[1]) for row in info)
        key = tuple(str(row[1]) for row in sorted(info, key=lambda row: int(row[5])) if row[5])
        refers = frozenset(str(row[2]) for row in self.db.execute(f"PRAGMA foreign_key_list({quoted(name)})"))
        return Table(name, columns, key or columns, refers)

    def rows(self, table: Table) -> Generator[Row, None, None]:
        columns, key = (", ".join(map(quoted, names)) for names in (table.columns, table.key))
        query = f"SELECT {columns} FROM {quoted(table.name)} ORDER BY {key}"
        with self._told(), closing(self.db.execute(query)) as cursor:
            yield from cursor

    def transaction(self) -> Transaction:
        return Transaction(self.db)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite refuses, in our words."""
        try:
            yield
        except FAULTS as error:
            raise refusal(error, self.path) from error


class FileSource(FileEnd):
    """A file that is only read. It is looked through wholly before."""

    def __init__(self, path: Path) -> None:
        self.path = _real(path)
        self.where = str(self.path)
        if not self.path.exists():
            raise StoreError("store.missing", file=self.where)
        self._alone = not any(beside(self.path, suffix).exists() for suffix in COMPANIONS)
        self._lock = _claimed(self.path)
        try:
            self._db = reader(self.path)
            with self._told():
                checked(self.db, self.path)
                version = version_of(self.db)
            if not version:
                raise StoreError("store.missing", file=self.where)
            if version < len(migrations()):
                raise StoreError("store.outdated", file=self.where)
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        with self._told():
            self.db.execute("BEGIN")
            self.db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # what is read from now on stays as it is

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            if self._alone:  # who only reads leaves empty files beside it; who might write takes them along
                with suppress(*FAULTS), closing(sqlite3.connect(self.path)) as db:
                    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        self._lock.release()


class FileTarget(FileEnd, Target):
    """A file that is not there yet, or holds nothing. All is written beside it, and takes its place at the end."""

    def __init__(self, path: Path) -> None:
        self.path = _real(path)
        self.where = str(self.path)
        self._unfinished = beside(self.path, UNFINISHED)
        self._begun = False
        self._lock = _claimed(self.path)
        try:
            self._refuse_used()
        except BaseException:
            self.close()
            raise

    def _refuse_used(self) -> None:
        if not self.path.exists():
            return
        with closing(reader(self.path)) as self._db, self._told():
            used = self.used(self.tables())
        self._db = None
        if used:
            raise StoreError("store.not_empty", file=self.where)

    def begin(self) -> None:
        self._settle()
        self._begun = True
        self._remove()
        with self._told():
            self._db = sqlite3.connect(self._unfinished, isolation_level=None)
            # What a crash leaves of it is thrown away, so nothing waits for the disk before the end.
            for pragma in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = ON"):
                self.db.execute(f"PRAGMA {pragma}")
            migrate(self.db, self.path, migrations())
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("PRAGMA defer_foreign_keys = ON")  # a game may refer to a later one
            self.db.execute(f"DELETE FROM {NUMBERS}")

    def write(self, table: Table, rows: Iterable[Row]) -> None:
        if table.name == NUMBERS:
            self.db.execute(f"DELETE FROM {NUMBERS}")  # SQLite has counted the rows that were written
        columns, marks = ", ".join(map(quoted, table.columns)), ", ".join("?" * len(table.columns))
        with self._told():
            self.db.executemany(f"INSERT INTO {quoted(table.name)} ({columns}) VALUES ({marks})", rows)

    def commit(self) -> None:
        with self._told():
            self.db.execute("COMMIT")
            self.db.close()
        self._db = None
        self._settle()
        try:
            if self.path.exists():
                shutil.copymode(self.path, self._unfinished)
            synced(self._unfinished)
            os.replace(self._unfinished, self.path)
            synced(self.path.parent)
        except OSError as error:
            raise StoreError("store.unwritten", file=self.where, reason=str(error.strerror)) from error

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        if self._begun:
            self._remove()
        self._lock.release()

    def _settle(self) -> None:
        """Have nothing beside the file that holds nothing: SQLite would take it for a part of what comes there."""
        if any(beside(self.path, suffix).exists() for suffix in COMPANIONS):
            with self._told(), closing(sqlite3.connect(self.path, isolation_level=None)) as db:
                db.execute("PRAGMA journal_mode = DELETE")

    def _remove(self) -> None:
        for left in (self._unfinished, *(beside(self._unfinished, suffix) for suffix in COMPANIONS)):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _claimed(path: Path) -> FileLock:
    """The file, for this process. StoreError unless it is a sound database of ours, or none, and nobody uses it."""
    if not examine(path, len(migrations())):
        raise StoreError("store.outdated", file=str(path))
    return claim(path)
