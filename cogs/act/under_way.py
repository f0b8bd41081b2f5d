"""Acts that are being carried out: counted for who hosts, and waited for before the bot leaves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cogs.act.handler import Act

# Refused: it was said why. Lost: whoever acted was not answered. Failed: something on our side.
Outcome = Literal["answered", "refused", "lost", "failed"]


class Counts:
    """Who counts what the bot does; this one does not. Numbers alone: no act, no person, no table is told apart."""

    def act(self, way: Literal["command", "press"], outcome: Outcome, seconds: float) -> None:
        """Somebody acted, and it took so long until that was over."""

    def picture(self, outcome: Literal["drawn", "late", "failed"], seconds: float) -> None:
        """Somebody waited for a picture so long."""

    def stored(self, what: Literal["read", "write"], seconds: float) -> None:
        """Somebody waited for the database so long."""


class UnderWay:
    """Which acts are being carried out; none is begun while the bot leaves."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.leaving = False
        self.left = False  # nobody is answered any more
        self._acts = 0
        self._none = asyncio.Event()
        self._none.set()

    @property
    def idle(self) -> bool:
        """No act is being carried out."""
        return not self._acts

    @contextmanager
    def __call__(self, act: Act) -> Iterator[None]:
        """While an act is being carried out."""
        begun = time.perf_counter()
        self._acts += 1
        self._none.clear()
        try:
            yield
        finally:
            self._acts -= 1
            if not self._acts:
                self._none.set()
            self.counts.act("command" if act.id is None else "press", act.outcome, time.perf_counter() - begun)

    async def leave(self, seconds: float) -> bool:
        """Begin nothing more, and return when the last one has ended; False: some had not, after so long."""
        self.leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._none.wait()
        self.left = True
        return not self._acts
