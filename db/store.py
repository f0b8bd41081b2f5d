"""Opening a store: a file, or a PostgreSQL server by its address."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .base import Clock, Store, Transaction
from .sqlite import SqliteStore

__all__ = ["Clock", "Store", "Transaction", "open_store", "served"]

SCHEMES: Final = ("postgresql://", "postgres://")


def served(where: Path | str) -> bool:
    """Whether that is the address of a server, and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


async def open_store(where: Path | str, clock: Clock) -> Store:
    """Look whether it can be used, bring its schema up to date. StoreError, and nothing is changed, if it cannot be."""
    if isinstance(where, Path) or not served(where):
        return await SqliteStore.open(where, clock)
    from .postgres.store import PostgresStore  # what it is made with is not needed by others

    return await PostgresStore.open(where, clock)
