"""Which database program tests of store and service run on: SQLite, or PostgreSQL with LONGTABLE_STORE=postgresql; and
what a test may ask of its database beside the store, whichever it is.

Each file that a test names stands for a database of its own: itself (`files`), or one on a server (`served`).
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from db.store import Store

ON_SERVER: Final = os.environ.get("LONGTABLE_STORE") == "postgresql"

if ON_SERVER:
    from .served import (
        all_rows,
        asked,
        before_each,
        broken,
        close,
        columns,
        copied,
        faults,
        forget,
        found_by,
        in_transaction,
        let_go,
        tampered,
        version,
        where,
    )
else:
    from .files import (
        all_rows,
        asked,
        before_each,
        broken,
        close,
        columns,
        copied,
        faults,
        forget,
        found_by,
        in_transaction,
        let_go,
        tampered,
        version,
        where,
    )

_kept: set[Path] = set()

__all__ = [
    "ON_SERVER",
    "all_rows",
    "asked",
    "before_each",
    "break_at",
    "close",
    "columns",
    "copied",
    "faults",
    "forgotten",
    "found_by",
    "in_transaction",
    "keep",
    "let_go",
    "of_files",
    "placed",
    "tampered",
    "version",
    "where",
]


def of_files(reason: str) -> pytest.MarkDecorator:
    """What SQLite alone has; the reason says what that is."""
    return pytest.mark.skipif(ON_SERVER, reason=f"on SQLite alone: {reason}")


async def placed(path: Path | str) -> Path | str:
    """What is opened for that file."""
    return await asyncio.to_thread(where, path)


def keep(path: Path) -> None:
    """A database is wanted after this test too."""
    _kept.add(path)


def forgotten() -> None:
    """A test is over: its databases are wanted no more."""
    forget(_kept)


def break_at(store: Store, at: int) -> Callable[[], None]:
    """Make the n-th statement from now on fail, and all after it; returns what repairs it."""
    numbers = count()

    def told() -> bool:
        return next(numbers) >= at

    return broken(store, told)
