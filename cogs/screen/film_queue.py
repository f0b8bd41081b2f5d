"""Renders replays one at a time, in its own thread.

The event loop hands over scenes on demand, so that at most two are in memory. Rendering can be stopped at each scene
and frame.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable, Hashable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Final

from render.core import cache, film, heap
from render.core.film import Film, FilmSettings, Scene
from render.core.look import Look
from service.errors import ServiceError

CACHE_BYTES: Final = 16_000_000  # bytes of cached replays: two of the largest
LARGEST_BYTES: Final = 8_000_000  # bytes of one replay; Discord accepts ten million
QUEUED_SCENES: Final = 2  # scenes queued for the thread
QUEUED_FILMS: Final = 12  # queued replays; more are refused


class FilmStopped(Exception):
    """The replay was cancelled."""


@dataclass(frozen=True, slots=True)
class FilmOrder:
    """A replay to render, with the first of the preferred settings that makes it small enough."""

    scene_count: int  # number of scenes
    settings_to_try: Sequence[FilmSettings]
    look: Look
    create_film: Callable[[Scene], Film]  # creates the film from its first scene
    iter_scenes: Callable[[], AsyncGenerator[Scene, None]]
    slow_end_frames: int = 0  # length of the slow end, in frames


@dataclass(frozen=True, slots=True)
class FinishedFilm:
    """A rendered replay."""

    data: bytes = field(repr=False)
    settings: FilmSettings


@dataclass(slots=True)
class FilmProgress:
    """Progress of a replay."""

    films_ahead: int = 0  # replays ahead in the queue
    frames_done: int = 0  # frames rendered


class FilmQueue:
    """Renders and caches replays; equal requests share one task."""

    def __init__(self, kept: int = CACHE_BYTES, largest: int = LARGEST_BYTES) -> None:
        self._largest_bytes = largest
        self._cache = cache.SpriteMemory(kept)
        self._under_way: dict[Hashable, tuple[asyncio.Task[FinishedFilm], FilmProgress]] = {}
        self._render_lock = asyncio.Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="film")
        self._closed = False

    def find_cached(self, key: Hashable) -> FinishedFilm | None:
        """The cached replay."""
        cached = self._cache.find(key)
        return None if cached is None else cached[0]

    def get_or_start(
        self, key: Hashable, make_order: Callable[[], Awaitable[FilmOrder]]
    ) -> tuple[asyncio.Task[FinishedFilm], FilmProgress]:
        """The task and progress of a replay. Raises `ServiceError` `film_queue` or `film_stopped`."""
        if self._closed:
            raise ServiceError("film_stopped")
        under_way = self._under_way.get(key)
        if under_way is None:
            if len(self._under_way) >= QUEUED_FILMS:
                raise ServiceError("film_queue", n=QUEUED_FILMS)
            progress = FilmProgress(len(self._under_way))
            task = asyncio.create_task(self._render_and_cache(key, make_order, progress), name="film")
            task.add_done_callback(_retrieve_exception)
            under_way = self._under_way[key] = task, progress
        return under_way

    async def _render_and_cache(
        self, key: Hashable, make_order: Callable[[], Awaitable[FilmOrder]], progress: FilmProgress
    ) -> FinishedFilm:
        try:
            async with self._render_lock:
                film = await self._render_small_enough(await make_order(), progress)
            self._cache.store(key, film)
            return film
        except (asyncio.CancelledError, FilmStopped):
            raise ServiceError("film_stopped") from None
        finally:
            del self._under_way[key]
            for _, other in self._under_way.values():
                other.films_ahead = max(0, other.films_ahead - 1)

    async def _render_small_enough(self, order: FilmOrder, progress: FilmProgress) -> FinishedFilm:
        for cut in order.settings_to_try:
            data = await self._render_with_settings(order, cut, progress)
            if len(data) <= self._largest_bytes:
                return FinishedFilm(data, cut)
        raise ServiceError("film_large")

    async def _render_with_settings(self, order: FilmOrder, cut: FilmSettings, progress: FilmProgress) -> bytes:
        """Hand scenes to the thread on demand and wait for the encoded film."""
        loop = asyncio.get_running_loop()
        scene_queue: SimpleQueue[Scene | None] = SimpleQueue()
        free_places = asyncio.Semaphore(QUEUED_SCENES)

        def scenes() -> Iterator[Scene]:
            for _ in range(order.scene_count):
                scene = scene_queue.get()
                if scene is None:
                    raise FilmStopped
                loop.call_soon_threadsafe(free_places.release)
                yield scene

        def report_frames(frames: int) -> None:
            progress.frames_done = frames

        future = loop.run_in_executor(self._pool, _encode_film, order, cut, scenes(), report_frames)
        future.add_done_callback(lambda _: free_places.release())  # wakes the producer if the thread fails
        try:
            async with contextlib.aclosing(order.iter_scenes()) as source:
                async for scene in source:
                    await free_places.acquire()
                    if future.done():
                        break
                    scene_queue.put(scene)
            return await asyncio.shield(future)
        finally:
            scene_queue.put(None)
            if not future.done():  # the thread stops after the current frame
                with contextlib.suppress(Exception):
                    await asyncio.shield(future)

    async def stop(self) -> None:
        """Cancel all replays; waiting callers get `film_stopped`. The current frame is finished."""
        self._closed = True
        tasks = [task for task, _ in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def _retrieve_exception(task: asyncio.Task[FinishedFilm]) -> None:
    """Retrieve the exception, in case nobody awaits the task any more."""
    if not task.cancelled():
        task.exception()


def _encode_film(order: FilmOrder, cut: FilmSettings, scenes: Iterator[Scene], report: Callable[[int], None]) -> bytes:
    """Render and encode a film; runs in the thread."""
    try:
        with cache.separate_sprite_memory(film.SPRITES):
            first = next(scenes)
            drawn = order.create_film(first)
            return film.encode_film(
                drawn,
                cut,
                order.look,
                itertools.chain([first], scenes),
                order.scene_count,
                report,
                order.slow_end_frames,
            )
    finally:
        heap.return_free_memory()
