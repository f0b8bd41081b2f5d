"""Caches images of private answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, Final, TypeVar, cast

from cogs.screen import late_pictures
from cogs.screen.delays import DEFAULT_DELAYS
from cogs.screen.discord_views import Studio
from render.core.cache import SpriteMemory

T = TypeVar("T")

KEPT: Final = 12_000_000  # bytes; a large table takes 300,000


class Gallery:
    """Images by key; callers must include everything visible in the key."""

    def __init__(self, studio: Studio, most: int = KEPT, seconds: float = DEFAULT_DELAYS.picture) -> None:
        """`seconds`: how long an answer waits for its image."""
        self._studio = studio
        self._seconds = seconds
        self._kept = SpriteMemory(most)
        self._drawing: dict[Hashable, tuple[late_pictures.PendingPicture, asyncio.Task[Any]]] = {}

    async def get(self, key: Hashable, make: Callable[[], T]) -> T | None:
        """The result of `make`; None if it fails or is late, in which case it is noted in `late_pictures`.

        Concurrent requests share one drawing.
        """
        found = self._kept.find(key)
        if found is not None:
            return cast(T, found[0])
        whole, in_time = self._drawing.get(key) or self._begun(key, make)
        await asyncio.shield(in_time)  # done at once if already known to be late
        if not whole.done():
            late_pictures.add_late_picture(whole)
            return None
        return cast("T | None", whole.result())

    def _begun(self, key: Hashable, make: Callable[[], T]) -> tuple[late_pictures.PendingPicture, asyncio.Task[Any]]:
        loop = asyncio.get_running_loop()
        whole: late_pictures.PendingPicture = loop.create_future()

        def finished(drawn: T | None) -> None:
            self._drawing.pop(key, None)
            if drawn is not None:
                self._kept.keep(key, drawn)
            if not whole.done():
                whole.set_result(drawn)

        def told(drawn: T | None) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(finished, drawn)

        def drawing() -> T:
            try:
                drawn = make()
            except BaseException:
                told(None)
                raise
            told(drawn)
            return drawn

        in_time = asyncio.create_task(self._studio.draw(drawing, seconds=self._seconds, late=lambda _: None))
        self._drawing[key] = whole, in_time
        return whole, in_time

    def clear(self) -> None:
        """Drop all images, because their look has changed."""
        self._kept.forget()
