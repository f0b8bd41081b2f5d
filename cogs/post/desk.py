"""What is being done for one table by who sends its messages."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from service.model import Vote


@dataclass(slots=True)
class Desk:
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

    @property
    def working(self) -> bool:
        return self.task is not None and not self.task.done() and not self.resting
