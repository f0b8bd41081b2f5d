"""Opens a store: a SQLite file, or a PostgreSQL server by its address."""

from __future__ import annotations

from pathlib import Path

from .address import SCHEMES, redact_address
from .base import Clock, Store, Transaction
from .errors import StoreError
from .share import WHOLE, Share
from .sqlite import SqliteStore

__all__ = [
    "Clock",
    "Store",
    "Transaction",
    "check_server_database",
    "is_server_address",
    "open_store",
    "redact_address",
    "redisplay_after_restore",
]


def is_server_address(where: Path | str) -> bool:
    """Whether `where` is a server's address, not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def check_server_database(address: str) -> None:
    """StoreError unless the database on a server can be used; changes nothing."""
    try:
        from .postgres.opening import check_server
    except ImportError as error:
        raise StoreError("store.driver") from error
    check_server(address)


def redisplay_after_restore(address: str) -> int:
    """Have every open game posted again after a restore on a server; return their number. StoreError."""
    try:
        from .postgres.after_restore import redisplay_all_games
    except ImportError as error:
        raise StoreError("store.driver") from error
    return redisplay_all_games(address)


async def open_store(where: Path | str, clock: Clock, share: Share = WHOLE) -> Store:
    """Check the database and migrate its schema. StoreError, with nothing changed, if it cannot be used. `share`: the
    shards of this process on a shared server."""
    if isinstance(where, Path) or not is_server_address(where):
        return await SqliteStore.open(where, clock)
    try:
        from .postgres.store import PostgresStore  # its dependencies are optional
    except ImportError as error:
        raise StoreError("store.driver") from error
    return await PostgresStore.open(where, clock, share)
