"""State of the pending messages of one table."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final

from service.state.model import Vote

HOLD_SECONDS: Final = 30  # maximum seconds for which the messages of a machine's turn are held back


@dataclass(slots=True)
class TableOutbox:
    """The pending messages of one table."""

    due: int = 0  # clock time in milliseconds
    pending: bool = False
    moved: asyncio.Event = field(default_factory=asyncio.Event)  # set when that changes
    task: asyncio.Task[None] | None = None
    votes: dict[int, Vote] = field(default_factory=dict)
    failures: int = 0
    dealing: bool = False  # the game was just started: the lobby shows it first
    resting: bool = False  # waits for a retry
    ready: dict[int, list[Any]] = field(default_factory=dict)  # log number -> pictures that came too late
    beside: bool = False  # only other messages change, not that of the table
    repeats: bool = False  # a message may have been sent unnoticed: Discord would return it
    held: bool = False  # a machine's turn is in progress, published as one
    told: asyncio.Event = field(default_factory=asyncio.Event)  # set when only a held turn is left to publish

    def call(self, now_ms: int, seconds: float, *, beside: bool, more: bool) -> bool:
        """Schedule an update in `seconds`; False if one is scheduled already. `beside`: all but the table message;
        `more`: a machine's turn goes on, and the update may wait for it."""
        if beside and self.pending and not self.beside and not self.held:
            return False
        if more and (self.held or not self.pending):
            self.due = self.due if self.held else now_ms + HOLD_SECONDS * 1000
            self.held = True
        else:
            self.tell(now_ms + int(seconds * 1000))
        self.beside = beside and (self.beside or not self.pending)
        self.pending, self.resting = True, False
        self.moved.set()
        return True

    def tell(self, at_ms: int) -> None:
        """Publish at that time, including a held turn."""
        self.due, self.held = at_ms, False
        self.told.clear()

    def rest(self) -> None:
        """Mark everything as published that can be now."""
        self.held = False
        self.told.set()

    @property
    def working(self) -> bool:
        return self.task is not None and not self.task.done() and not self.resting
