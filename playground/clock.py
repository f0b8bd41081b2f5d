"""The playground's clock, which tests can move forward, and the ids made from it."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000  # first millisecond of 2015, the epoch of Discord's ids


class Clock:
    """`source` plus the seconds it was moved forward. `source` returns Unix seconds; that of a test may stand still."""

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
        """Moves the clock forward and calls the hooks of `on_move`; `ValueError` for negative seconds."""
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
        """A new snowflake: the upper bits are the time, and each id is greater than the last."""
        number = (int(self.now() * 1000) - EPOCH) << 22
        self._last = max(number, self._last + 1)
        return self._last


def snowflake_time(snowflake: int) -> float:
    return ((snowflake >> 22) + EPOCH) / 1000


def format_timestamp(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()
