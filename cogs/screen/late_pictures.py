"""Pictures for which an answer did not wait: noted while it is made, so that they can be put into it when they are
there. And which act a message answers now, as nobody may be shown the answer to a former one again."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, Final

from cachetools import FIFOCache

PendingPicture = asyncio.Future[Any]  # of what is drawn; None where it cannot be

LONGEST: Final = 600.0  # seconds that one is waited for: an interaction can be answered for 15 minutes
KEPT: Final = 5000  # messages

_NOTED: ContextVar[list[PendingPicture] | None] = ContextVar("belated", default=None)


def collect_late_pictures() -> None:
    """From here on, in this task and those that it starts, late pictures are noted."""
    _NOTED.set([])


def add_late_picture(drawing: PendingPicture) -> None:
    """A picture is late for what is being made."""
    noted = _NOTED.get()
    if noted is not None:
        noted.append(drawing)


def take_late_pictures() -> tuple[PendingPicture, ...]:
    """Those noted since this was last asked."""
    found = _NOTED.get()
    if not found:
        return ()
    late = tuple(found)
    found.clear()
    return late


class LatestAnswers:
    """Private messages that several acts answered one after the other, each with the last of them."""

    def __init__(self) -> None:
        self._acts: FIFOCache[int, str] = FIFOCache(KEPT)

    def take(self, message_id: int, act: str) -> None:
        """From now on the message answers that act."""
        self._acts[message_id] = act

    def still(self, message_id: int, act: str) -> bool:
        """Whether it still answers that act."""
        return self._acts.get(message_id, act) == act
