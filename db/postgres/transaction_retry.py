"""A transaction that meets others: when it is run again, and when the others of this process wait for it.

The server refuses one of those that meet, and it may refuse the same one for ever: where many write at once, chance
alone does not end that. So one that was refused several times goes on alone, as far as this process can see to it.
"""

from __future__ import annotations

import random
import threading
import time
from types import TracebackType
from typing import Final, Self

PAUSE: Final = 0.002  # seconds after a transaction first met another one; twice as long after each
LONGEST: Final = 0.25
ENOUGH: Final = 4  # meetings


class TransactionRetry:
    """The tries of one transaction."""

    def __init__(self, lock: threading.Lock, patience: float) -> None:
        """`lock`: one for all transactions of a store; `patience`: seconds for all tries."""
        self._lock = lock
        self._alone = False
        self._until = time.monotonic() + patience
        self.met = 0
        self.late = False  # whether the present try is the last one

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
        """Before each try. On a machine that is slow for a while all of the time may have gone by in few of them: then
        there is one more."""
        self.late = self.over
        if self._alone:
            return
        self._lock.acquire()
        if self.met < ENOUGH:
            self._lock.release()  # whoever waited longest has gone first
        else:
            self._alone = True

    def again(self) -> None:
        """It met others."""
        self.met += 1
        time.sleep(seconds_before_retry(self.met))

    def give_way(self) -> None:
        """Others may go on, which this one waits for no more."""
        if self._alone:
            self._alone = False
            self._lock.release()


def seconds_before_retry(met: int) -> float:
    """Seconds before a transaction that has met others so often is run again; by chance, so that they do not meet
    again."""
    longest: float = min(LONGEST, PAUSE * 2 ** min(met, 16))
    return longest * random.uniform(0.25, 1.0)
