"""Late images, inserted into answers once rendered; tracks which interaction a private message answers."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, Final

from cachetools import FIFOCache

PendingPicture = asyncio.Future[Any]  # the rendered image; None if it failed

WAIT_SECONDS: Final = 600.0  # seconds to wait; an interaction can be answered for 15 minutes
REMEMBERED_MESSAGES: Final = 5000  # messages

_NOTED: ContextVar[list[PendingPicture] | None] = ContextVar("belated", default=None)


def collect_late_pictures() -> None:
    """Start collecting late images in this task and its children."""
    _NOTED.set([])


def add_late_picture(drawing: PendingPicture) -> None:
    collected = _NOTED.get()
    if collected is not None:
        collected.append(drawing)


def take_late_pictures() -> tuple[PendingPicture, ...]:
    """Late images since the last call."""
    collected = _NOTED.get()
    if not collected:
        return ()
    late = tuple(collected)
    collected.clear()
    return late


class LatestAnswers:
    """The latest interaction that each private message answers."""

    def __init__(self) -> None:
        self._latest_interactions: FIFOCache[int, str] = FIFOCache(REMEMBERED_MESSAGES)

    def set_latest(self, message_id: int, act: str) -> None:
        self._latest_interactions[message_id] = act

    def is_latest(self, message_id: int, act: str) -> bool:
        """Whether the message still answers that interaction."""
        return self._latest_interactions.get(message_id, act) == act
