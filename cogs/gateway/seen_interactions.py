"""Recognises interactions delivered twice."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

ARRIVED: Final = 5000  # number remembered


class SeenInteractions:
    """Interactions seen so far; a resumed gateway session may deliver one twice."""

    def __init__(self) -> None:
        self._known: FIFOCache[int, None] = FIFOCache(ARRIVED)

    def first(self, number: int) -> bool:
        if number in self._known:
            return False
        self._known[number] = None
        return True
