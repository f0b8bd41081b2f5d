"""Makes pages, one at a time, aside from the event loop and piece by piece; those made last are kept."""

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
THEMES: Final[tuple[Theme, ...]] = ("dark", "light")  # in this order they are tracks of the mosaic
STEPS: Final = 1500  # of a page; in a longer game several entries of the log are one step
LARGEST: Final = 9_500_000  # bytes: Discord takes files of 10 MiB
KEPT: Final = 9_000_000  # bytes of the pages made last
PATIENCE: Final = 120.0  # seconds for one piece of the work on the busiest of machines
# Told how far it is: so many pieces of work are done, of so many. What it raises ends the work.
ReportProgress = Callable[[int, int], Awaitable[None]]


class Pages:
    """The pages of finished games."""

    def __init__(self, most: int = KEPT) -> None:
        self._kept = SpriteMemory(most)
        self._one = asyncio.Lock()

    async def page(self, app: App, table: Table, language: str, told: ReportProgress) -> bytes:
        """The page of a game that is over. ServiceError as `Tables.walk`."""
        assert not table.open, "what is hidden in a game stays so until it is over"
        key = cache_key.table_cache_key(table, table.seq, language)
        async with self._one:
            found = self._kept.find(key)
            if found is None:
                self._kept.keep(key, made := await _make_page(app, table, language, told))
                return made
        page: bytes = found[0]
        return page


async def _make_page(app: App, table: Table, language: str, told: ReportProgress) -> bytes:
    """The page with as many steps as there is room for: in the end a single one would fit."""
    steps = STEPS
    while True:
        made = await _PageMaker(app, table, language, told, steps).made()
        if made is not None and len(made) <= LARGEST:
            return made
        steps = max(1, steps // 2)


class _PageMaker:
    """One page in the making. Every position is gone through twice: first for words and to see how much room the
    pictures need, then to draw it. One position is in memory at a time."""

    def __init__(self, app: App, table: Table, language: str, told: ReportProgress, steps: int) -> None:
        self.steps = steps
        self.app, self.table, self.language, self.told = app, table, language, told
        self.face = face_for(table.kind)
        say = app.voice(table, language, plain=True)
        self.title = say("look.title", game=app.name_of(table, language), id=table.id)
        self.noscript = say("page.noscript")
        self.looks = [app.look(table, language, theme) for theme in THEMES]
        self.camera = app.renderer(table.kind).camera()
        self.mosaic = Mosaic(self.camera.palette, len(THEMES))
        self.content = PageContent(table, self.face, say)
        self.last: Any = None
        self.end = 0  # the last entry of the log that is a step
        self.done = 0

    async def made(self) -> bytes | None:
        """The page; None if there is too much to see in so many steps."""
        seqs = [entry.seq for entry in await self.app.tables.history.effective(self.table.id) if content.is_step(entry)]
        stride = -(-len(seqs) // self.steps)
        self.end = seqs[-1]
        total = 2 * -(-len(seqs) // stride)
        for act in (self._see, self._draw):
            async for entries in self._entries(stride):
                if await self._aside(act, entries) is not None:
                    return None
                self.done += 1
                await self.told(self.done, total)
        bound = await self._aside(self._bound)
        return None if isinstance(bound, MosaicTooLarge) else bound

    async def _entries(self, stride: int) -> AsyncIterator[Sequence[ReplayedEntry]]:
        """The entries of the game, so many at a time."""
        some: list[ReplayedEntry] = []
        async for passed in self.app.tables.history.walk(self.table):
            if content.is_step(passed.entry):
                some.append(passed)
            if len(some) == stride:
                yield some
                some = []
        if some:
            yield some

    async def _aside(self, act: Callable[..., T], *args: Any) -> T | MosaicTooLarge:
        """A piece of the work, in a thread that draws."""
        done = await self.app.studio.draw(partial(_call_boxed, act), *args, seconds=PATIENCE)
        if done is None:
            raise RuntimeError("a page could not be made")
        return done[0]

    def _see(self, entries: Sequence[ReplayedEntry]) -> None:
        view = entries[-1].view(None)
        self.content.add(entries, view)
        self.last = self._shown(entries, view)
        self.camera.see(self.last, self.looks[0])

    def _draw(self, entries: Sequence[ReplayedEntry]) -> None:
        view = self._shown(entries, entries[-1].view(None))
        for track, look in enumerate(self.looks):
            self.mosaic.add(self.camera.draw(view, look), track)

    def _shown(self, entries: Sequence[ReplayedEntry], view: Any) -> Any:
        """The view that pictures show: at the end nothing is asked any more, also where the table ended early."""
        return self.face.ended(view) if entries[-1].entry.seq == self.end else view

    def _bound(self) -> bytes:
        look = self.looks[0]
        words = self.app.renderer(self.table.kind).text_board(self.last, look, self.title)
        data = self.content.data(words, self.last, self.language)
        data["reel"] = serialise_mosaic(self.mosaic.finished())
        return build_page(self.title, self.noscript, data, self.language, look.direction)


def _call_boxed(act: Callable[..., T], *args: Any) -> tuple[T | MosaicTooLarge]:
    """What an act returns, told apart from nothing at all, and from too much."""
    try:
        return (act(*args),)
    except MosaicTooLarge as error:
        return (error,)


def serialise_mosaic(reel: Reel) -> dict[str, Any]:
    """A mosaic as plain values for JSON."""
    return {
        "size": reel.size,
        "square": SQUARE,
        "wide": ACROSS,
        "high": DOWN,
        "sheets": [b64encode(sheet).decode() for sheet in reel.sheets],
        "tracks": [b64encode(track).decode() for track in reel.tracks],
    }
