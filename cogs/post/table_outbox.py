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

    due_ms: int = 0  # clock time in milliseconds
    is_pending: bool = False
    due_changed: asyncio.Event = field(default_factory=asyncio.Event)  # set when that changes
    task: asyncio.Task[None] | None = None
    votes: dict[int, Vote] = field(default_factory=dict)
    failures: int = 0
    shows_game_start: bool = False  # the game was just started: the lobby shows it first
    waits_for_retry: bool = False  # waits for a retry
    late_pictures: dict[int, list[Any]] = field(default_factory=dict)  # log number -> pictures that came too late
    skips_table_message: bool = False  # only other messages change, not that of the table
    may_be_sent_already: bool = False  # a message may have been sent unnoticed: Discord would return it
    holds_machine_turn: bool = False  # a machine's turn is in progress, published as one
    all_published: asyncio.Event = field(default_factory=asyncio.Event)  # set when only a held turn is left to publish

    def schedule(self, now_ms: int, seconds: float, *, beside: bool, more: bool) -> bool:
        """Schedule an update in `seconds`; False if one is scheduled already. `beside`: all but the table message;
        `more`: a machine's turn goes on, and the update may wait for it."""
        if beside and self.is_pending and not self.skips_table_message and not self.holds_machine_turn:
            return False
        if more and (self.holds_machine_turn or not self.is_pending):
            self.due_ms = self.due_ms if self.holds_machine_turn else now_ms + HOLD_SECONDS * 1000
            self.holds_machine_turn = True
        else:
            self.publish_at(now_ms + int(seconds * 1000))
        self.skips_table_message = beside and (self.skips_table_message or not self.is_pending)
        self.is_pending, self.waits_for_retry = True, False
        self.due_changed.set()
        return True

    def publish_at(self, at_ms: int) -> None:
        """Publish at that time, including a held turn."""
        self.due_ms, self.holds_machine_turn = at_ms, False
        self.all_published.clear()

    def mark_published(self) -> None:
        """Mark everything as published that can be now."""
        self.holds_machine_turn = False
        self.all_published.set()

    @property
    def is_working(self) -> bool:
        return self.task is not None and not self.task.done() and not self.waits_for_retry
