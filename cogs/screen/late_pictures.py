"""Late images, inserted into answers once rendered; tracks which interaction a private message answers."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, Final

from cachetools import FIFOCache

PendingPicture = asyncio.Future[Any]  # the rendered image; None if it failed

LONGEST: Final = 600.0  # seconds to wait; an interaction can be answered for 15 minutes
KEPT: Final = 5000  # messages

_NOTED: ContextVar[list[PendingPicture] | None] = ContextVar("belated", default=None)


def collect_late_pictures() -> None:
    """Start collecting late images in this task and its children."""
    _NOTED.set([])


def add_late_picture(drawing: PendingPicture) -> None:
    noted = _NOTED.get()
    if noted is not None:
        noted.append(drawing)


def take_late_pictures() -> tuple[PendingPicture, ...]:
    """Late images since the last call."""
    found = _NOTED.get()
    if not found:
        return ()
    late = tuple(found)
    found.clear()
    return late


class LatestAnswers:
    """The latest interaction that each private message answers."""

    def __init__(self) -> None:
        self._acts: FIFOCache[int, str] = FIFOCache(KEPT)

    def take(self, message_id: int, act: str) -> None:
        self._acts[message_id] = act

    def still(self, message_id: int, act: str) -> bool:
        """Whether the message still answers that interaction."""
        return self._acts.get(message_id, act) == act
