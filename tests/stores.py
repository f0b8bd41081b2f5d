"""Which database program tests of store and service run on: SQLite, or PostgreSQL with LONGTABLE_STORE=postgresql.

Each file that a test names stands for a database of its own on a server that the test process starts for itself.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import tempfile
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ON_SERVER: Final = os.environ.get("LONGTABLE_STORE") == "postgresql"
TEMPLATE: Final = "longtable_template"

of_files = pytest.mark.skipif(ON_SERVER, reason="is about files of SQLite")


@cache
def address() -> str:
    """Of the server of this process."""
    from tools.postgres import server

    stack = ExitStack()
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="longtable-pg-"))
    found = stack.enter_context(server(Path(folder) / "server"))
    atexit.register(stack.close)
    _execute(found, f"CREATE DATABASE {TEMPLATE}")
    from db.postgres.opening import opened

    opened(f"{found}/{TEMPLATE}").release()
    return found


_known: dict[Path, str] = {}


def where(path: Path) -> Path | str:
    """What is opened for that file: itself, or a database that stands for it."""
    if not ON_SERVER:
        return path
    if path not in _known:
        name = f"test_{os.getpid()}_{len(_known)}"
        _execute(address(), f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        _known[path] = f"{address()}/{name}"
    return _known[path]


async def placed(path: Path) -> Path | str:
    return await asyncio.to_thread(where, path)


def _execute(server: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(statement.encode())
