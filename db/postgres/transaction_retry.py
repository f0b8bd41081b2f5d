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
        self._holds_lock = False
        self._deadline = time.monotonic() + patience
        self.conflicts = 0
        self.is_last_attempt = False  # whether this attempt is the last

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release_lock()

    @property
    def is_time_over(self) -> bool:
        return time.monotonic() > self._deadline

    def begin_attempt(self) -> None:
        """Call before each attempt. A slow machine may use up the time with few attempts, so one more is allowed."""
        self.is_last_attempt = self.is_time_over
        if self._holds_lock:
            return
        self._lock.acquire()
        if self.conflicts < CONFLICTS_BEFORE_ALONE:
            self._lock.release()  # waiting transactions have gone first
        else:
            self._holds_lock = True

    def sleep_after_conflict(self) -> None:
        """Record a conflict and sleep."""
        self.conflicts += 1
        time.sleep(seconds_before_retry(self.conflicts))

    def release_lock(self) -> None:
        """Release the lock for other transactions."""
        if self._holds_lock:
            self._holds_lock = False
            self._lock.release()


def seconds_before_retry(conflicts: int) -> float:
    """Seconds before the retry after so many conflicts; random, so that transactions do not collide again."""
    longest: float = min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** min(conflicts, 16))
    return longest * random.uniform(0.25, 1.0)
