"""The pictures of private answers drawn last, so that going back and forth draws nothing twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Any, Final, TypeVar, cast

from cogs.screen import belated
from cogs.screen.draw import Studio
from cogs.screen.waits import USUAL
from render.core.cache import Memory

T = TypeVar("T")

KEPT: Final = 24_000_000  # bytes of all of them; a table takes 60,000 to 300,000


class Gallery:
    """Pictures by what they show: whoever makes the key sees to it that it tells apart all that can differ."""

    def __init__(self, studio: Studio, most: int = KEPT, seconds: float = USUAL.picture) -> None:
        """`seconds`: how long an answer waits for its picture."""
        self._studio = studio
        self._seconds = seconds
        self._kept = Memory(most)
        self._drawing: dict[Hashable, tuple[belated.Drawing, asyncio.Task[Any]]] = {}

    async def get(self, key: Hashable, make: Callable[[], T]) -> T | None:
        """What `make` draws, or None if it takes too long or fails; one that is late is noted (`cogs.screen.belated`).
        One drawing serves all who ask meanwhile, however late."""
        found = self._kept.find(key)
        if found is not None:
            return cast(T, found[0])
        whole, in_time = self._drawing.get(key) or self._begun(key, make)
        await asyncio.shield(in_time)  # where it is known to be late, nobody waits again
        if not whole.done():
            belated.note(whole)
            return None
        return cast("T | None", whole.result())

    def _begun(self, key: Hashable, make: Callable[[], T]) -> tuple[belated.Drawing, asyncio.Task[Any]]:
        loop = asyncio.get_running_loop()
        whole: belated.Drawing = loop.create_future()

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
        """Forget everything (the pictures look different now)."""
        self._kept.forget()
