"""Interactions that have come."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

ARRIVED: Final = 5000  # interactions remembered


class SeenInteractions:
    """Which interactions have come. One may come twice where the gateway takes up a session again."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, None] = OrderedDict()

    def first(self, number: int) -> bool:
        if number in self._known:
            return False
        self._known[number] = None
        while len(self._known) > ARRIVED:
            self._known.popitem(last=False)
        return True
