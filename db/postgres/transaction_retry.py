"""Retries of conflicting transactions.

The server may refuse the same transaction again and again. So after several conflicts it runs alone, as far as this
process is concerned.
"""

from __future__ import annotations

import random
import threading
import time
from types import TracebackType
from typing import Final, Self

FIRST_PAUSE_SECONDS: Final = 0.002  # before the first retry; doubled for each further one
MAX_PAUSE_SECONDS: Final = 0.25
CONFLICTS_BEFORE_ALONE: Final = 4  # before a transaction runs alone in this process


class TransactionRetry:
    """The attempts of one transaction."""

    def __init__(self, lock: threading.Lock, patience: float) -> None:
        """`lock`: shared by all transactions of a store; `patience`: seconds for all attempts."""
        self._lock = lock
        self._alone = False
        self._until = time.monotonic() + patience
        self.met = 0
        self.late = False  # whether this attempt is the last

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.give_way()

    @property
    def over(self) -> bool:
        return time.monotonic() > self._until

    def begin(self) -> None:
        """Call before each attempt. A slow machine may use up the time with few attempts, so one more is allowed."""
        self.late = self.over
        if self._alone:
            return
        self._lock.acquire()
        if self.met < CONFLICTS_BEFORE_ALONE:
            self._lock.release()  # waiting transactions have gone first
        else:
            self._alone = True

    def again(self) -> None:
        """Record a conflict and sleep."""
        self.met += 1
        time.sleep(seconds_before_retry(self.met))

    def give_way(self) -> None:
        """Release the lock for other transactions."""
        if self._alone:
            self._alone = False
            self._lock.release()


def seconds_before_retry(conflicts: int) -> float:
    """Seconds before the retry after so many conflicts; random, so that transactions do not collide again."""
    longest: float = min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** min(conflicts, 16))
    return longest * random.uniform(0.25, 1.0)
