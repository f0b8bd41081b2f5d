"""A playground for programs: one object with an address and a token."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

from playground.server import LOOPBACK, Hints, OnDue, Server
from playground.storage import dump_world, load_world, write_text
from playground.world import Event, World

log = logging.getLogger(__name__)

SAVE_EVERY = 5.0  # seconds between two writes of the file, if something changed


class Playground:
    """A playground on one port of this machine. With `file`, its messages survive a restart."""

    def __init__(
        self,
        port: int = 0,
        hints: Hints | None = None,
        on_luck: Callable[[list[int]], object] | None = None,
        on_clock: Callable[[float], object] | None = None,
        on_due: OnDue | None = None,
        file: Path | None = None,
        host: str = LOOPBACK,
    ) -> None:
        hints = hints or Hints()
        self.file = file
        self.world = load_world(file) if file is not None and file.exists() else World.furnished(hints.title)
        self.server = Server(
            self.world, port, host=host, hints=hints, on_luck=on_luck, on_clock=on_clock, on_due=on_due
        )
        self._changed = False
        self._saving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def token(self) -> str:
        """The only token with which a bot can log in here."""
        return self.world.token

    @property
    def moved(self) -> float:
        """Seconds by which this playground's clock runs ahead; kept in `file`."""
        return self.world.clock.moved

    async def start(self) -> None:
        await self.server.start()
        if self.file is not None:
            self.world.listeners.append(self._heard)
            self._saving = asyncio.create_task(self._save_often(self.file))

    async def stop(self) -> None:
        if self._saving is not None:
            self._saving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._saving
            self._saving = None
        await self.server.stop()
        if self.file is not None:
            _save_or_warn(dump_world(self.world), self.file)

    def _heard(self, event: Event) -> None:
        if event.what not in ("request", "gateway", "typing"):
            self._changed = True

    async def _save_often(self, file: Path) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY)
            if self._changed:
                self._changed = False
                await asyncio.to_thread(_save_or_warn, dump_world(self.world), file)


def _save_or_warn(text: str, file: Path) -> None:
    """Writes the file; logs a warning if that fails."""
    try:
        write_text(text, file)
    except OSError as error:
        log.warning("%(file)s cannot be written: %(why)s", {"file": file, "why": error.strerror})
