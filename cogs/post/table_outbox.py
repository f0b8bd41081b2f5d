"""What is being done for one table by who sends its messages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final

from service.state.model import Vote

BREATH: Final = 30  # seconds after which what a machine has done in its turn so far is told


@dataclass(slots=True)
class TableOutbox:
    """What is being done for one table."""

    due: int = 0  # milliseconds of the clock
    pending: bool = False
    moved: asyncio.Event = field(default_factory=asyncio.Event)  # the due time is another one
    task: asyncio.Task[None] | None = None
    votes: dict[int, Vote] = field(default_factory=dict)
    failures: int = 0
    dealing: bool = False  # the game has just been started: the lobby says so before all else
    resting: bool = False  # Discord did not answer; the next attempt has its time
    ready: dict[int, list[Any]] = field(default_factory=dict)  # log number -> pictures that came too late
    beside: bool = False  # the table message says all it has to say
    repeats: bool = False  # a message may have been sent that we do not know of: Discord answers with it
    held: bool = False  # a machine goes on with its turn, which is told in one breath
    told: asyncio.Event = field(default_factory=asyncio.Event)  # nothing but such a turn is left to be told now

    def call(self, now: int, seconds: float, *, beside: bool, more: bool) -> bool:
        """Something is to be told, so many seconds from `now`; `beside`, `more`: as of `Publisher.touch`. False: it
        goes out with what is to be told anyway."""
        if beside and self.pending and not self.beside and not self.held:
            return False
        if more and (self.held or not self.pending):
            self.due = self.due if self.held else now + BREATH * 1000
            self.held = True
        else:
            self.tell(now + int(seconds * 1000))
        self.beside = beside and (self.beside or not self.pending)
        self.pending, self.resting = True, False
        self.moved.set()
        return True

    def tell(self, at: int) -> None:
        """What has happened is told at that instant, a turn that goes on with it."""
        self.due, self.held = at, False
        self.told.clear()

    def rest(self) -> None:
        """All that can be told now was told."""
        self.held = False
        self.told.set()

    @property
    def working(self) -> bool:
        return self.task is not None and not self.task.done() and not self.resting
