"""The playground's own clock, which can be moved forward, and the numbers that Discord makes of it."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000  # first millisecond of 2015, where Discord's ids begin


class Clock:
    """Real time plus whatever it has been moved forward. `source`: Unix seconds, of a clock that may stand still."""

    __slots__ = ("_last", "_running", "moved", "on_move", "source")

    def __init__(self, moved: float = 0.0) -> None:
        self.moved = moved
        self.source: Callable[[], float] = time.time
        self.on_move: list[Callable[[float], object]] = []
        self._last = 0
        self._running: set[asyncio.Future[object]] = set()

    def now(self) -> float:
        return self.source() + self.moved

    def advance(self, seconds: float) -> None:
        """Move the clock forward and tell everybody who lives by it."""
        if seconds < 0:
            raise ValueError("the clock of the playground only runs forward")
        self.moved += seconds
        for hook in list(self.on_move):
            result = hook(seconds)
            if inspect.isawaitable(result):
                task = asyncio.ensure_future(result)
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    def new_id(self) -> int:
        """A fresh id: its upper bits are the time, as in all of Discord's, and every one is above the last."""
        number = (int(self.now() * 1000) - EPOCH) << 22
        self._last = max(number, self._last + 1)
        return self._last


def snowflake_time(snowflake: int) -> float:
    return ((snowflake >> 22) + EPOCH) / 1000


def format_timestamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()
