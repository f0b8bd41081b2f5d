"""The pictures of private answers drawn last, so that going back and forth draws nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar, cast

from cogs.screen.draw import Studio
from cogs.screen.waits import USUAL
from render.core.cache import Memory

T = TypeVar("T")

KEPT: Final = 12_000_000  # bytes of all of them; a large table takes 300,000


class Gallery:
    """Pictures by what they show: whoever makes the key sees to it that it tells apart all that can differ."""

    def __init__(self, studio: Studio, most: int = KEPT, seconds: float = USUAL.picture) -> None:
        """`seconds`: how long an answer waits for its picture."""
        self._studio = studio
        self._seconds = seconds
        self._kept = Memory(most)
        self._drawing: dict[Hashable, asyncio.Task[Any]] = {}

    async def get(self, key: Hashable, make: Callable[[], T]) -> T | None:
        """What `make` draws, or None if it takes too long or fails. One drawing serves all who ask meanwhile."""
        found = self._kept.find(key)
        if found is not None:
            return cast(T, found[0])
        task = self._drawing.get(key)
        if task is None:
            task = self._drawing[key] = asyncio.create_task(self._draw(key, make))
        return cast("T | None", await asyncio.shield(task))

    async def _draw(self, key: Hashable, make: Callable[[], T]) -> T | None:
        try:
            drawn = await self._studio.draw(make, seconds=self._seconds, late=lambda made: self._kept.keep(key, made))
        finally:
            del self._drawing[key]
        if drawn is not None:
            self._kept.keep(key, drawn)
        return drawn

    def clear(self) -> None:
        """Forget everything (the pictures look different now)."""
        self._kept.forget()
