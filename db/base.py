"""The store: whole transactions on whichever database there is."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal, Protocol, TypeVar

from .calls import Calls
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
    """Who tells the time."""

    def now(self) -> int: ...


class Transaction(Calls, SeatHistory, Games, Log, People, Posts, Privacy, Results, Reviews, Servers, Votes):
    """All statements; handed to the function that makes up a transaction."""

    def __init__(self, db: Database, share: Share = WHOLE, tenure: int = 0) -> None:
        """`share`: where other processes use the database too, the shards of this one; `tenure`: its number then."""
        self.db = db
        self.share = share
        self.tenure = tenure


class Store(ABC):
    """A database. A transaction is a function, run in a thread from its beginning to its commit: whoever waits for it
    may be cancelled at any time, the transaction is done wholly or not at all.

    The function may be run again where the database wants that (`postgres/store.py`): it changes nothing but what the
    transaction writes, and whatever it finds out it returns.
    """

    name: ClassVar[str]  # of the database program
    where: str  # the file or the address, as people are told it; no password
    file: Path | None = None  # where it is a file

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.share: Share = WHOLE  # whose tables this process looks after; others are other processes'
        self.lost = asyncio.Event()  # they are another's now
        self.watch: Callable[[Literal["read", "write"], float], None] = lambda *_: None  # told how many seconds it took
        self._hears: Callable[[str], None] | None = None
        self._unheard: list[str] = []

    @property
    def sure(self) -> bool:
        """Whether no other process can have begun to answer in place of this one."""
        return True

    def listen(self, hears: Callable[[str], None]) -> None:
        """Have that called with what other processes say, so far too. Empty: something may have been missed."""
        self._hears = hears
        unheard, self._unheard = self._unheard, []
        for text in unheard:
            hears(text)

    def hear(self, text: str) -> None:
        """Another process says something."""
        if self._hears is None:
            self._unheard.append(text)
        else:
            self._hears(text)

    def lose(self) -> None:
        """Another process has what was ours."""
        self.lost.set()

    @abstractmethod
    async def write(self, work: Callable[[Transaction], T]) -> T:
        """One transaction. Whatever `work` raises undoes it; StoreError if the database does not take it."""

    @abstractmethod
    async def read(self, work: Callable[[Transaction], T]) -> T:
        """Ask something."""

    @abstractmethod
    async def answers(self) -> None:
        """Return when the database was read; StoreError if it cannot be."""

    @abstractmethod
    async def size(self) -> int:
        """Bytes that the database takes."""

    @abstractmethod
    async def close(self) -> None:
        """Wait for what is under way, then let go. Closing twice is no fault."""
