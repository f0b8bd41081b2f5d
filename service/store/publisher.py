"""Who is told of changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from ..state.model import Table, Vote

News = Literal[
    "lobby", "started", "moved", "undone", "over", "vote", "closed", "reminded", "asked", "frozen", "vacation"
]


@dataclass(frozen=True, slots=True)
class TableChange:
    """Something was committed. `more`: a machine goes on with its turn, which is told in one breath."""

    table: Table
    what: News
    vote: Vote | None = None
    more: bool = False


class Publisher(Protocol):
    """Told after each commit, outside the lock of the table."""

    async def changed(self, change: TableChange) -> None: ...

    async def called(self, user_id: int) -> None:
        """Letters are owed to somebody."""


class SilentPublisher:
    """A publisher that tells nobody."""

    async def changed(self, change: TableChange) -> None:
        return None

    async def called(self, user_id: int) -> None:
        return None
