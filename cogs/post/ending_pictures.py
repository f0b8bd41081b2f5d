"""Draws the picture of a finished game: one walk through the log, in the background, cached for later messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cogs.screen import cache_key
from render import Chronicle, ChronicleResult, Ending, Picture
from render.core.cache import SpriteMemory
from render.core.ending import public_events
from rules.core import View
from service.errors import ServiceError
from service.play.history import ReplayedEntry
from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

CACHE_BYTES: Final = 3_000_000  # bytes of pictures; one takes 60,000 to 200,000
DRAWING_SECONDS: Final = 60.0  # seconds of drawing
ReceivePictures = Callable[[list[Picture]], None]


class EndingPictures:
    """Draws and caches ending pictures, one at a time."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._cache = SpriteMemory(CACHE_BYTES)
        self._drawing_tasks: dict[Hashable, asyncio.Task[list[Picture]]] = {}
        self._drawing_lock = asyncio.Lock()

    async def find_or_draw(
        self, table: Table, view: View, seconds: float, on_late: ReceivePictures
    ) -> list[Picture] | None:
        """A list with the picture, empty if it cannot be drawn; None if that takes over `seconds`, and `on_late` gets
        the list later. `view`: the public view of the closed table."""
        key = cache_key.table_cache_key(table, table.seq, table.language)
        cached = self._cache.find(key)
        if cached is not None:
            pictures: list[Picture] = cached[0]
            return pictures
        task = self._drawing_tasks.get(key)
        if task is None:
            task = self._drawing_tasks[key] = asyncio.create_task(
                self._draw_and_cache(key, table, view), name=f"ending-{table.id}"
            )
        finished, _ = await asyncio.wait({task}, timeout=seconds)
        if finished:
            return task.result()
        task.add_done_callback(lambda task: None if task.cancelled() else on_late(task.result()))
        return None

    async def close(self) -> None:
        """Cancel the drawings in progress; each message gets its picture when it is next composed."""
        tasks = list(self._drawing_tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _draw_and_cache(self, key: Hashable, table: Table, view: View) -> list[Picture]:
        try:
            async with self._drawing_lock:
                winners = table.winners if table.status == "over" else ()
                ending = Ending(view, winners, await self._read_chronicle(table))
                look, renderer = self.app.picture_look(table, table.language), self.app.renderer(table.kind)
                picture = await self.app.studio.draw(renderer.ending, ending, look, seconds=DRAWING_SECONDS)
            pictures = [] if picture is None else [picture]
            if pictures:
                self._cache.store(key, pictures)
            return pictures
        finally:
            del self._drawing_tasks[key]

    async def _read_chronicle(self, table: Table) -> ChronicleResult | None:
        """The result of the game's chronicle; None if older rules played, as the points are known anyway."""
        loop = asyncio.get_running_loop()
        try:
            chronicle = self.app.renderer(table.kind).chronicle()
            async with aclosing(self.app.tables.history.replay_game(table)) as walk:
                async for replayed in walk:
                    await loop.run_in_executor(None, _record_public_entry, chronicle, replayed)
            return chronicle.build_result()
        except ServiceError as error:
            log.info("table %(table)d: its ending has no course: %(why)s", {"table": table.id, "why": error.key})
        except Exception:  # the message goes out without its picture
            log.exception("table %(table)d: its course cannot be told", {"table": table.id})
        return None


def _record_public_entry(chronicle: Chronicle[Any], replayed: ReplayedEntry) -> None:
    """Record an entry as the public saw it. Building the view takes longest, so it runs in the same thread."""
    chronicle.record_entry(partial(replayed.view, None), replayed.entry.seat, public_events(replayed.entry.events))
