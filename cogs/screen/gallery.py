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

CACHE_BYTES: Final = 24_000_000  # bytes; a large table takes 300,000


class Gallery:
    """Images by key; callers must include everything visible in the key."""

    def __init__(
        self, studio: Studio, cache_bytes: int = CACHE_BYTES, seconds: float = DEFAULT_DELAYS.wait_for_picture
    ) -> None:
        """`seconds`: how long an answer waits for its image."""
        self._studio = studio
        self._seconds = seconds
        self._cache = SpriteMemory(cache_bytes)
        self._running_drawings: dict[Hashable, tuple[late_pictures.PendingPicture, asyncio.Task[Any]]] = {}

    async def find_or_draw(self, key: Hashable, make: Callable[[], T]) -> T | None:
        """The result of `make`; None if it fails or is late, in which case it is noted in `late_pictures`.

        Concurrent requests share one drawing.
        """
        cached = self._cache.find(key)
        if cached is not None:
            return cast(T, cached[0])
        picture, in_time = self._running_drawings.get(key) or self._start_drawing(key, make)
        await asyncio.shield(in_time)  # done at once if already known to be late
        if not picture.done():
            late_pictures.add_late_picture(picture)
            return None
        return cast("T | None", picture.result())

    def _start_drawing(
        self, key: Hashable, make: Callable[[], T]
    ) -> tuple[late_pictures.PendingPicture, asyncio.Task[Any]]:
        loop = asyncio.get_running_loop()
        picture: late_pictures.PendingPicture = loop.create_future()

        def store(result: T | None) -> None:
            self._running_drawings.pop(key, None)
            if result is not None:
                self._cache.store(key, result)
            if not picture.done():
                picture.set_result(result)

        def store_from_thread(result: T | None) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(store, result)

        def draw_in_thread() -> T:
            try:
                result = make()
            except BaseException:
                store_from_thread(None)
                raise
            store_from_thread(result)
            return result

        in_time = asyncio.create_task(self._studio.draw(draw_in_thread, seconds=self._seconds, late=lambda _: None))
        self._running_drawings[key] = picture, in_time
        return picture, in_time

    def clear(self) -> None:
        """Drop all images, because their look has changed."""
        self._cache.clear()
