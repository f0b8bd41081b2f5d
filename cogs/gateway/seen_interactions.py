"""Interactions that have come."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

ARRIVED: Final = 5000  # interactions remembered


class SeenInteractions:
    """Which interactions have come. One may come twice where the gateway takes up a session again."""

    def __init__(self) -> None:
        self._known: FIFOCache[int, None] = FIFOCache(ARRIVED)

    def first(self, number: int) -> bool:
        if number in self._known:
            return False
        self._known[number] = None
        return True
