"""Builds archive pages, one at a time, in small pieces outside the event loop; caches the latest."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cogs.games import face_for
from cogs.page import content
from cogs.page.content import PageContent
from cogs.page.page_file import build_page
from cogs.screen import cache_key
from render.core.cache import SpriteMemory
from render.core.look import Theme
from render.core.mosaic import ACROSS, DOWN, SQUARE, Mosaic, MosaicTooLarge, Reel
from service.play.history import ReplayedEntry
from service.state.model import Table

if TYPE_CHECKING:
    from cogs.games.app import App

T = TypeVar("T")
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")  # order of the mosaic's tracks
MAX_STEPS: Final = 1500  # of a page; in longer games a step has several log entries
MAX_PAGE_BYTES: Final = 9_500_000  # bytes; Discord accepts 10 MiB
CACHE_BYTES: Final = 9_000_000  # bytes of cached pages
WORK_SECONDS: Final = 120.0  # seconds for one piece of work
# Receives done and total pieces of work; an exception cancels the page.
ReportProgress = Callable[[int, int], Awaitable[None]]


class Pages:
    """Archive pages of finished games, cached."""

    def __init__(self, cache_bytes: int = CACHE_BYTES) -> None:
        self._cache = SpriteMemory(cache_bytes)
        self._building_lock = asyncio.Lock()

    async def build_page(self, app: App, table: Table, language: str, report_progress: ReportProgress) -> bytes:
        """The page of a finished game. Raises `ServiceError` as `Tables.history.walk` does."""
        assert not table.is_open, "what is hidden in a game stays so until it is over"
        key = cache_key.table_cache_key(table, table.seq, language)
        async with self._building_lock:
            cached = self._cache.find(key)
            if cached is None:
                self._cache.store(key, html := await _make_page(app, table, language, report_progress))
                return html
        page: bytes = cached[0]
        return page


async def _make_page(app: App, table: Table, language: str, report_progress: ReportProgress) -> bytes:
    """Build with fewer and fewer steps until the file is small enough."""
    most_steps = MAX_STEPS
    while True:
        html = await _PageMaker(app, table, language, report_progress, most_steps).build()
        if html is not None and len(html) <= MAX_PAGE_BYTES:
            return html
        most_steps = max(1, most_steps // 2)


class _PageMaker:
    """Builds one page in two passes over all positions: text and image sizes first, then drawing.

    One position is in memory at a time.
    """

    def __init__(self, app: App, table: Table, language: str, report_progress: ReportProgress, steps: int) -> None:
        self.most_steps = steps
        self.app, self.table, self.language, self.report_progress = app, table, language, report_progress
        self.face = face_for(table.kind)
        say = app.voice(table, language, plain=True)
        self.title = say("look.title", game=app.table_game_name(table, language), id=table.id)
        self.noscript = say("page.noscript")
        self.looks = [app.picture_look(table, language, theme) for theme in THEMES]
        self.camera = app.renderer(table.kind).camera()
        self.mosaic = Mosaic(self.camera.palette, len(THEMES))
        self.content = PageContent(table, self.face, say)
        self.last_view: Any = None
        self.last_seq = 0  # the last log entry that is a step
        self.done_count = 0

    async def build(self) -> bytes | None:
        """The page; None if so many steps need too many images."""
        seqs = [
            entry.seq
            for entry in await self.app.tables.history.read_effective_entries(self.table.id)
            if content.is_page_step(entry)
        ]
        stride = -(-len(seqs) // self.most_steps)
        self.last_seq = seqs[-1]
        total = 2 * -(-len(seqs) // stride)
        for work in (self._collect_step, self._draw_step):
            async for entries in self._step_groups(stride):
                if await self._run_in_thread(work, entries) is not None:
                    return None
                self.done_count += 1
                await self.report_progress(self.done_count, total)
        result = await self._run_in_thread(self._assemble_file)
        return None if isinstance(result, MosaicTooLarge) else result

    async def _step_groups(self, stride: int) -> AsyncIterator[Sequence[ReplayedEntry]]:
        """The steps of the game, `stride` entries each."""
        group: list[ReplayedEntry] = []
        async for replayed in self.app.tables.history.replay_game(self.table):
            if content.is_page_step(replayed.entry):
                group.append(replayed)
            if len(group) == stride:
                yield group
                group = []
        if group:
            yield group

    async def _run_in_thread(self, work: Callable[..., T], *args: Any) -> T | MosaicTooLarge:
        """Run a piece of work in a drawing thread."""
        boxed = await self.app.studio.draw(partial(_call_boxed, work), *args, seconds=WORK_SECONDS)
        if boxed is None:
            raise RuntimeError("a page could not be made")
        return boxed[0]

    def _collect_step(self, entries: Sequence[ReplayedEntry]) -> None:
        view = entries[-1].view(None)
        self.content.add_step(entries, view)
        self.last_view = self._view_to_draw(entries, view)
        self.camera.reserve_room(self.last_view, self.looks[0])

    def _draw_step(self, entries: Sequence[ReplayedEntry]) -> None:
        view = self._view_to_draw(entries, entries[-1].view(None))
        for track, look in enumerate(self.looks):
            self.mosaic.add(self.camera.draw(view, look), track)

    def _view_to_draw(self, entries: Sequence[ReplayedEntry], view: Any) -> Any:
        """The view for images: the last one shows the end, also of a game ended early."""
        return self.face.final_view(view) if entries[-1].entry.seq == self.last_seq else view

    def _assemble_file(self) -> bytes:
        look = self.looks[0]
        board_text = self.app.renderer(self.table.kind).text_board(self.last_view, look, self.title)
        data = self.content.build_data(board_text, self.last_view, self.language)
        data["reel"] = serialise_mosaic(self.mosaic.finish())
        return build_page(self.title, self.noscript, data, self.language, look.direction)


def _call_boxed(work: Callable[..., T], *args: Any) -> tuple[T | MosaicTooLarge]:
    """The result of `work` in a tuple, or the error if the mosaic is full; None remains for failure."""
    try:
        return (work(*args),)
    except MosaicTooLarge as error:
        return (error,)


def serialise_mosaic(reel: Reel) -> dict[str, Any]:
    """A mosaic as JSON values."""
    return {
        "size": reel.size,
        "square": SQUARE,
        "wide": ACROSS,
        "high": DOWN,
        "sheets": [b64encode(sheet).decode() for sheet in reel.sheets],
        "tracks": [b64encode(track).decode() for track in reel.tracks],
    }
