"""Opening a store: a file, or a PostgreSQL server by its address."""

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
    """Whether that is the address of a server, and not a file."""
    return isinstance(where, str) and where.startswith(SCHEMES)


def check_server_database(address: str) -> None:
    """StoreError unless a database on a server can be used. Nothing is changed."""
    try:
        from .postgres.opening import check_server as look
    except ImportError as error:
        raise StoreError("store.driver") from error
    look(address)


def redisplay_after_restore(address: str) -> int:
    """A database on a server was put back: have every open game shown anew; how many. StoreError where it cannot be."""
    try:
        from .postgres.after_restore import redisplay_all_games as renew
    except ImportError as error:
        raise StoreError("store.driver") from error
    return renew(address)


async def open_store(where: Path | str, clock: Clock, share: Share = WHOLE) -> Store:
    """Look whether it can be used, bring its schema up to date. StoreError, and nothing is changed, if it cannot be.
    `share`: which shards' tables are ours, where it lies on a server that other processes use too."""
    if isinstance(where, Path) or not is_server_address(where):
        return await SqliteStore.open(where, clock)
    try:
        from .postgres.store import PostgresStore  # what it is made with is not needed by others
    except ImportError as error:
        raise StoreError("store.driver") from error
    return await PostgresStore.open(where, clock, share)
