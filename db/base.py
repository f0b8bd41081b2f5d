"""The store: whole transactions on whichever database there is."""

from __future__ import annotations

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
from .seats import Company
from .servers import Servers

T = TypeVar("T")


class Clock(Protocol):
    """Who tells the time."""

    def now(self) -> int: ...


class Transaction(Calls, Company, Games, Log, People, Posts, Privacy, Results, Reviews, Servers, Votes):
    """All statements; handed to the function that makes up a transaction."""


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
        self.watch: Callable[[Literal["read", "write"], float], None] = lambda *_: None  # told how many seconds it took

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
