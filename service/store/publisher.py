"""Interface to the publisher of committed changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from ..state.model import Table, Vote

News = Literal[
    "lobby", "started", "moved", "undone", "over", "vote", "closed", "reminded", "asked", "frozen", "vacation"
]


@dataclass(frozen=True, slots=True)
class TableChange:
    """A committed change. `more`: the machine's turn goes on, and one message covers all its moves."""

    table: Table
    what: News
    vote: Vote | None = None
    machine_moves_again: bool = False


class Publisher(Protocol):
    """Called after each commit, outside the table's lock."""

    async def publish_change(self, change: TableChange) -> None: ...

    async def send_due_direct_messages(self, user_id: int) -> None:
        """Direct messages to a user are due."""


class SilentPublisher:
    """Publishes nothing."""

    async def publish_change(self, change: TableChange) -> None:
        return None

    async def send_due_direct_messages(self, user_id: int) -> None:
        return None
