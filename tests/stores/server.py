"""The PostgreSQL server of a test process, and its databases: made from a template, emptied and used again.

To empty one takes a tenth of what it takes to make one. The server lies in memory where there is room.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg

from db.postgres.opening import open_as_owner
from tools.postgres import running_server

TEMPLATE: Final = f"longtable_template_{os.getpid()}"
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 1 << 30  # bytes
USES: Final = 40  # of a database; rows that are deleted slow down who reads the rest
# What tells that somebody changed more than rows.
_SCHEMA: Final = "SELECT (SELECT count(*) FROM pg_constraint), (SELECT count(*) FROM pg_attribute)"
_OUT: Final = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
_FILES: Final = 150_000  # from this version on the server may copy rows in place of files

_stack = ExitStack()
_numbers = count()
_free: list[str] = []
_uses: dict[str, int] = {}  # address -> how often it was handed out


def database(like: str | None = None) -> str:
    """The address of a database with our empty tables; or of a copy of another one that nobody uses."""
    if like is None and _free:
        again = _free.pop()
        _uses[again] += 1
        return again
    name = f"test_{os.getpid()}_{next(_numbers)}"
    _template()
    quick = " STRATEGY FILE_COPY" if _master().info.server_version >= _FILES else ""
    _master().execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE if like is None else _name(like)}{quick}".encode())
    made = f"{address()}/{name}"
    _uses[made] = 1 if like is None else USES
    return made


def release(where: str) -> None:
    """A database is wanted no more."""
    if _uses[where] < USES and _emptied(where):
        _free.append(where)
    else:
        _drop(where)


def close() -> None:
    """Stop the server. Of one that others have started nothing of ours is left."""
    if "LONGTABLE_POSTGRES" in os.environ:
        for where in list(_uses):
            _drop(where)
        if _template.cache_info().currsize:
            _drop(f"{address()}/{TEMPLATE}")
    _stack.close()


@cache
def address() -> str:
    """Of the server, which is started when it is first asked for."""
    folder = _stack.enter_context(tempfile.TemporaryDirectory(prefix=f"longtable-pg-{os.getpid()}-", dir=_place()))
    return _stack.enter_context(running_server(Path(folder) / "server"))


def _place() -> Path | None:
    """Where there is room in memory: there, and what processes left there that were killed is cleared away."""
    if not MEMORY.is_dir() or not os.access(MEMORY, os.W_OK):
        return None
    for old in MEMORY.glob("longtable-pg-*-*"):
        if not Path(f"/proc/{old.name.split('-')[2]}").exists():
            shutil.rmtree(old, ignore_errors=True)  # a server that misses its files stops by itself
    return MEMORY if shutil.disk_usage(MEMORY).free > ROOM else None


@cache
def _master() -> psycopg.Connection[Any]:
    connection = _stack.enter_context(psycopg.connect(f"{address()}/postgres", autocommit=True))
    return connection


@cache
def _template() -> tuple[Any, ...]:
    """Make the template; what tells whether another database still has its tables."""
    _master().execute(f"CREATE DATABASE {TEMPLATE}".encode())
    open_as_owner(f"{address()}/{TEMPLATE}").release()
    with psycopg.connect(f"{address()}/{TEMPLATE}") as connection:
        return connection.execute(_SCHEMA).fetchone() or ()


def _drop(where: str) -> None:
    _uses.pop(where, None)
    _master().execute(f"DROP DATABASE {_name(where)} WITH (FORCE)".encode())


def _emptied(where: str) -> bool:
    """Delete all rows; False where somebody changed the tables."""
    with psycopg.connect(where, autocommit=True) as connection:
        connection.execute(_OUT)
        if connection.execute(_SCHEMA).fetchone() != _template():
            return False
        names = [row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        deleted = [f"DELETE FROM {name}" for name in names if name not in ("longtable", "tenures")]
        connection.execute("; ".join(["SET session_replication_role = replica", *deleted]).encode())
    return True


def _name(where: str) -> str:
    return where.rpartition("/")[2]
