"""What a test may ask of its database where that lies on a PostgreSQL server."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest

from db.postgres.connection import translate_sql
from db.store import Store, Transaction, is_server_address

from . import server

OWN: Final = frozenset({"longtable", "tenures", "leases", "errands", "follows"})  # tables that SQLite has no need of
SOON: Final = 10.0  # seconds until the server has noticed that somebody left
_PLAIN: Final = re.compile(r"\bOR IGNORE\b")
_BY_INDEX: Final = re.compile(r"(?:Index(?: Only)? Scan(?: Backward)? using|Bitmap Index Scan on) (\w+)")
_THROUGH: Final = re.compile(r"Seq Scan on (\w+)")
_known: dict[Path, str] = {}


def where(path: Path | str) -> Path | str:
    """What is opened for that file: a database that stands for it."""
    if isinstance(path, str) and is_server_address(path):
        return path
    path = Path(path)
    if path not in _known:
        for old in [old for old in _known if not old.parent.exists()]:
            server.release(_known.pop(old))
        _known[path] = server.database()
    return _known[path]


def forget(kept: Collection[Path] = ()) -> None:
    """No file but these is wanted any more."""
    for path in [path for path in _known if path not in kept]:
        server.release(_known.pop(path))


def close() -> None:
    """No database is wanted any more."""
    server.close()


def asked(path: Path, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """The rows of a statement, which is committed."""
    with psycopg.connect(str(where(path)), autocommit=True) as connection:
        cursor = connection.execute(translate_sql(statement), values)
        return cursor.fetchall() if cursor.description is not None else []


def columns(path: Path) -> dict[str, list[str]]:
    """The tables that SQLite has as well, and their columns."""
    found: dict[str, list[str]] = {}
    for table, column in asked(
        path,
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' "
        "ORDER BY table_name, ordinal_position",
    ):
        found.setdefault(table, []).append(column)
    return {table: names for table, names in found.items() if table not in OWN}


def all_rows(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything the database holds."""
    names = list(columns(path))
    with psycopg.connect(str(where(path))) as connection:
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}".encode()).fetchall(), key=repr) for name in names
        }


def version(path: Path) -> int:
    """The number of the last migration that was made."""
    return int(asked(path, "SELECT version FROM longtable")[0][0])


def copied(path: Path, to: Path) -> None:
    """Put a copy of a database that nobody uses in the place of another one."""
    let_go(path)
    if to in _known:
        server.release(_known.pop(to))
    _known[to] = server.database(like=str(where(path)))


def tampered(path: Path, statement: str, values: Sequence[Any] = ()) -> bool:
    """Change rows as no program of ours would, with no regard to other rows; whether the database took it."""
    with psycopg.connect(str(where(path)), autocommit=True) as connection:
        checks = connection.execute("SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'c'")
        for table, name in [row for row in checks.fetchall() if row[0] != "-"]:
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}".encode())
        connection.execute("SET session_replication_role = replica")  # foreign keys are looked at no more
        try:
            connection.execute(translate_sql(_PLAIN.sub("", statement)), values)
        except (psycopg.IntegrityError, psycopg.DataError):
            return False
    return True


def faults(path: Path) -> list[Any]:
    """What of the database is not whole: that is the server's own care."""
    return []


def found_by(t: Transaction, query: str) -> set[str]:
    """How a query finds its rows where there are many: the names of indices, `key` for a primary key, `all of TABLE`,
    `sorting`."""
    for way in ("seqscan", "bitmapscan"):  # which pay where there are few
        t.db.execute(f"SET LOCAL enable_{way} = off")
    lines = "\n".join(row[0] for row in t.db.execute(f"EXPLAIN {query}").fetchall())
    return {found for step in lines.split("->") if (found := _step(step))}


def _step(text: str) -> str:
    if (index := _BY_INDEX.search(text)) is not None:
        if not index[1].endswith("_pkey"):
            return index[1]
        return "key" if "Index Cond:" in text else f"all of {index[1].removesuffix('_pkey')}"
    if (table := _THROUGH.search(text)) is not None:
        return f"all of {table[1]}"
    return "sorting" if "Sort Key:" in text else ""


def in_transaction(store: Store) -> bool:
    """Whether one was begun that writes and has not ended, also when the server has had time to notice."""
    writing = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_xid IS NOT NULL"
    )
    until = time.monotonic() + SOON
    with psycopg.connect(store._pool.conninfo, autocommit=True) as connection:
        while connection.execute(writing).fetchone() is not None:
            if time.monotonic() > until:
                return True
            time.sleep(0.005)
    return False


def before_each(store: Store, told: Callable[[], None]) -> Callable[[], None]:
    """Have that called before each statement of a store; returns what ends it."""
    return _each(lambda _: told())


def _each(told: Callable[[Any], None]) -> Callable[[], None]:
    """Have that called with the connection before whatever goes over it. It holds for all connections."""
    patch = pytest.MonkeyPatch()
    execute = psycopg.Cursor.execute  # connections execute by it, too

    def executing(self: Any, *given: Any, **more: Any) -> Any:
        told(self.connection)
        return execute(self, *given, **more)

    patch.setattr(psycopg.Cursor, "execute", executing)
    return patch.undo


def broken(store: Store, when: Callable[[], bool]) -> Callable[[], None]:
    """The line to the server breaks at each statement for which that says so, and nobody waits until the server is
    back; returns what repairs it."""

    def told(connection: Any) -> None:
        if when():
            connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    patch = pytest.MonkeyPatch()
    patch.setattr("db.postgres.store.PATIENCE_SECONDS", 0)
    end = _each(told)

    def repair() -> None:
        end()
        patch.undo()

    return repair


def let_go(path: Path) -> None:
    """Wait until nobody holds the database whose process was killed: the server notices that soon."""
    holding = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    until = time.monotonic() + SOON
    while asked(path, holding):
        assert time.monotonic() < until, "somebody holds it"
        time.sleep(0.005)
