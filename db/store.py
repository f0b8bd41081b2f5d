"""Opening a store: a file, or a PostgreSQL server by its address."""

from __future__ import annotations

from pathlib import Path

from .address import SCHEMES, shown
from .base import Clock, Store, Transaction
from .errors import StoreError
from .share import WHOLE, Share
from .sqlite import SqliteStore

__all__ = ["Clock", "Store", "Transaction", "look_at", "open_store", "renewed", "served", "shown"]


def served(where: Path | str) -> bool:
    """Whether that is the address of a server, and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def look_at(address: str) -> None:
    """StoreError unless a database on a server can be used. Nothing is changed."""
    try:
        from .postgres.opening import look_at as look
    except ImportError as error:
        raise StoreError("store.driver") from error
    look(address)


def renewed(address: str) -> int:
    """A database on a server was put back: have every open game shown anew; how many. StoreError where it cannot be."""
    try:
        from .postgres.restored import renewed as renew
    except ImportError as error:
        raise StoreError("store.driver") from error
    return renew(address)


async def open_store(where: Path | str, clock: Clock, share: Share = WHOLE) -> Store:
    """Look whether it can be used, bring its schema up to date. StoreError, and nothing is changed, if it cannot be.
    `share`: which shards' tables are ours, where it lies on a server that other processes use too."""
    if isinstance(where, Path) or not served(where):
        return await SqliteStore.open(where, clock)
    try:
        from .postgres.store import PostgresStore  # what it is made with is not needed by others
    except ImportError as error:
        raise StoreError("store.driver") from error
    return await PostgresStore.open(where, clock, share)
