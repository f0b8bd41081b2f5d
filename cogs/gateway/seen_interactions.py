"""Recognises interactions delivered twice."""

from __future__ import annotations

from typing import Final

from cachetools import FIFOCache

REMEMBERED_COUNT: Final = 5000  # number remembered


class SeenInteractions:
    """Interactions seen so far; a resumed gateway session may deliver one twice."""

    def __init__(self) -> None:
        self._seen_ids: FIFOCache[int, None] = FIFOCache(REMEMBERED_COUNT)

    def is_first_delivery(self, interaction_id: int) -> bool:
        if interaction_id in self._seen_ids:
            return False
        self._seen_ids[interaction_id] = None
        return True
