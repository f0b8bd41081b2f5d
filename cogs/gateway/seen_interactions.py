"""Recognises interactions delivered twice."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED_COUNT: Final = 5000  # number remembered


class SeenInteractions:
    """Interactions seen so far; a resumed gateway session may deliver one twice."""

    def __init__(self) -> None:
        self._known: FIFOCache[int, None] = FIFOCache(REMEMBERED_COUNT)

    def first(self, interaction_id: int) -> bool:
        if interaction_id in self._known:
            return False
        self._known[interaction_id] = None
        return True
