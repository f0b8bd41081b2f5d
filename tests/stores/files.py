"""What a test may ask of its database where that is a file of SQLite."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from db.store import Store, Transaction

_BY_INDEX: Final = re.compile(r"USING (?:COVERING )?INDEX (\w+)")


def where(path: Path | str) -> Path | str:
    """What is opened for that file."""
    return path


def forget(kept: Collection[Path] = ()) -> None:
    """No file but these is wanted any more: pytest clears them away."""


def close() -> None:
    """No database is wanted any more."""


@contextmanager
def _line(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection beside the store's."""
    with closing(sqlite3.connect(path)) as db:
        yield db
        db.commit()


def asked(path: Path, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of a statement, which is committed."""
    with _line(path) as db:
        return db.execute(statement, values).fetchall()


def columns(path: Path) -> dict[str, list[str]]:
    """The tables and their columns."""
    with _line(path) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in names}


def all_rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything the database holds."""
    return {name: sorted(asked(path, f"SELECT * FROM {name}"), key=repr) for name in columns(path)}


def version(path: Path) -> int:
    """The number of the last migration that was made."""
    return int(asked(path, "PRAGMA user_version")[0][0])


def copied(path: Path, to: Path) -> None:
    """Put a copy of a database that nobody uses in the place of another one."""
    for old in to.parent.glob(f"{to.name}*"):
        old.unlink()
    shutil.copy(path, to)


def tampered(path: Path, statement: str, values: Sequence[Any] = ()) -> bool:
    """Change rows as no program of ours would, with no regard to other rows; whether the database took it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("PRAGMA foreign_keys = OFF")
        try:
            db.execute(statement, values)
        except sqlite3.IntegrityError:
            return False
        db.commit()
    return True


def faults(path: Path) -> list[Any]:
    """What of the database is not whole."""
    found = [row for row in asked(path, "PRAGMA integrity_check") if row != ("ok",)]
    return found + asked(path, "PRAGMA foreign_key_check")


def found_by(t: Transaction, query: str) -> set[str]:
    """How a query finds its rows: the names of indices, `key` for a primary key, `all of TABLE`, `sorting`."""
    return {_step(row[3]) for row in t.db.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()}


def _step(text: str) -> str:
    if (index := _BY_INDEX.search(text)) is not None:
        return index[1]
    if "PRIMARY KEY" in text:
        return "key"
    return "sorting" if "TEMP B-TREE" in text else f"all of {text.split()[1]}"


def in_transaction(store: Store) -> bool:
    """Whether one was begun that has not ended."""
    return bool(store._db.in_transaction)


class Watched:
    """A connection of a store; somebody is told before each of its statements, but when one is taken back."""

    def __init__(self, db: sqlite3.Connection, told: Callable[[], None]) -> None:
        self.db, self.told = db, told

    def execute(self, sql: str, *rest: Any) -> sqlite3.Cursor:
        if sql != "ROLLBACK":
            self.told()
        return self.db.execute(sql, *rest)

    def executemany(self, sql: str, rows: Any) -> sqlite3.Cursor:
        self.told()
        return self.db.executemany(sql, rows)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


def before_each(store: Store, told: Callable[[], None]) -> Callable[[], None]:
    """Have that called before each statement of a store; returns what ends it."""
    db = store._db
    store._db = store._transaction.db = Watched(db, told)

    def end() -> None:
        store._db = store._transaction.db = db

    return end


def broken(store: Store, when: Callable[[], bool]) -> Callable[[], None]:
    """The disk fails at each statement for which that says so; returns what repairs it."""

    def told() -> None:
        if when():
            raise sqlite3.OperationalError("disk I/O error")

    return before_each(store, told)


def let_go(path: Path) -> None:
    """Wait until nobody holds the database whose process was killed: the operating system sees to that."""
