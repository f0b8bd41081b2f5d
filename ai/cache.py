"""Values that are derived from an object once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class ValueCache:
    """Remembers values derived from itself; the object must not change."""

    def __init__(self) -> None:
        self._known: dict[Any, Any] = {}

    def cached(self, compute: Callable[[Self], T]) -> T:
        """A value derived from this object, computed once."""
        answer: T
        try:
            answer = self._known[compute]
        except KeyError:
            answer = self._known[compute] = compute(self)
        return answer

    def cached_by(self, compute: Callable[[Self, K], T], argument: K) -> T:
        """A value derived from this object and the argument, computed once."""
        key = (compute, argument)
        if key not in self._known:
            self._known[key] = compute(self, argument)
        answer: T = self._known[key]
        return answer
