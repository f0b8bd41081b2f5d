"""The store: transactions, independent of the database program."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal, Protocol, TypeVar

from .calls import Notifications
from .games import Games
from .log import Log
from .people import People
from .posts import Posts, Votes
from .privacy import Privacy
from .results import Results
from .reviews import Reviews
from .seats import SeatHistory
from .servers import Servers
from .share import WHOLE, Share
from .sql import Database

T = TypeVar("T")


class Clock(Protocol):
    """The source of the time."""

    def now(self) -> int: ...


class Transaction(Notifications, SeatHistory, Games, Log, People, Posts, Privacy, Results, Reviews, Servers, Votes):
    """All statements; the argument of the functions that make up transactions."""

    def __init__(self, db: Database, share: Share = WHOLE, tenure: int = 0) -> None:
        """`share`: the shards of this process if others use the database too; `tenure`: the number of its lease."""
        self.db = db
        self.share = share
        self.tenure = tenure


class Store(ABC):
    """A database. A transaction is a function run in a thread from begin to commit: if its caller is cancelled it still
    happens completely or not at all.

    `PostgresStore` may run the function again, so it must have no effects but its writes and its result.
    """

    name: ClassVar[str]  # the database program
    location: str  # file or address, without password
    file: Path | None = None  # None for a server

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.share: Share = WHOLE  # tables of other shards belong to other processes
        self.shards_lost = asyncio.Event()  # set when another process took the shards
        self.on_transaction_end: Callable[[Literal["read", "write"], float], None] = lambda *_: (
            None
        )  # gets the seconds of each
        self._message_callback: Callable[[str], None] | None = None
        self._undelivered_messages: list[str] = []

    @property
    def is_sole_owner(self) -> bool:
        """Whether no other process can have taken over."""
        return True

    def set_message_callback(self, hears: Callable[[str], None]) -> None:
        """Set the callback for messages of other processes, and deliver earlier ones. Empty: some may be missing."""
        self._message_callback = hears
        unheard, self._undelivered_messages = self._undelivered_messages, []
        for text in unheard:
            hears(text)

    def deliver_message(self, text: str) -> None:
        """Deliver a message of another process."""
        if self._message_callback is None:
            self._undelivered_messages.append(text)
        else:
            self._message_callback(text)

    def mark_shards_lost(self) -> None:
        """Mark the shards as taken by another process."""
        self.shards_lost.set()

    @abstractmethod
    async def write(self, work: Callable[[Transaction], T]) -> T:
        """Run one transaction. An exception in `work` rolls it back; StoreError if the database fails."""

    @abstractmethod
    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Run a transaction that only reads."""

    @abstractmethod
    async def check_connection(self) -> None:
        """Return after a test query; StoreError if it fails."""

    @abstractmethod
    async def size(self) -> int:
        """The size of the database in bytes."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the work in progress and close. Idempotent."""
