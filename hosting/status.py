"""`/healthz` and `/metrics`, if a setting asks for them; by default for this machine only."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, Literal, Self

from aiohttp import web

from .metrics import BotMetrics, GaugeCollector, LogCounter, Program

PATIENCE: Final = 2.0  # seconds for the database to answer
AWAY: Final = 300.0  # seconds without a connection to Discord that count as ill

Page = Callable[[web.Request], Awaitable[web.Response]]
Health = Literal["ok", "starting", "ill"]
STANDBY: Final = "standby"  # waits until another process leaves: healthy, but not ready


class Status:
    """An HTTP server of two read-only pages, with numbers only."""

    def __init__(self, program: Program, figures: BotMetrics, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.program = program
        self.figures = figures
        self.monotonic = monotonic
        self.gauges = GaugeCollector(program)
        self.port = 0
        self._was_connected = False  # Discord was connected at least once
        self._runner: web.AppRunner | None = None
        self._log_counter = LogCounter(figures)

    @classmethod
    async def start(cls, place: tuple[str, int], program: Program, figures: BotMetrics) -> Self:
        """Serve at that address and port (0: any free one). OSError if that fails."""
        status = cls(program, figures)
        figures.registry.register(status.gauges)
        status._runner = runner = await serve_pages(place, {"/healthz": status.healthz, "/metrics": status.metrics})
        status.port = runner.addresses[0][1]
        logging.getLogger().addHandler(status._log_counter)
        return status

    async def stop(self) -> None:
        logging.getLogger().removeHandler(self._log_counter)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def healthz(self, request: web.Request) -> web.Response:
        """200 while people can play; 503 while the bot starts, or needs attention."""
        health, parts = await self.health()
        return web.json_response({"status": health, **parts}, status=200 if health == "ok" else 503)

    async def health(self) -> tuple[Health, dict[str, str]]:
        """The health of the bot, and that of its parts in fixed words: database, clocks, Discord."""
        away_since = self.program.bot.disconnected_since
        self._was_connected = self._was_connected or away_since is None
        is_away_long = away_since is not None and self.monotonic() - away_since > AWAY
        without_connection = "away" if self._was_connected else "not yet connected"
        parts = {
            "database": "ok" if await self._database_answers() else "no answer",
            "clocks": "ok" if self.program.tables.is_scheduler_running else "stopped",
            "discord": "connected" if away_since is None else without_connection,
        }
        lines = self.program.bot.connections
        if lines.shard_count > 1:
            parts["shards"] = f"{lines.connected_count} of {lines.shard_count} connected"
        if self.program.store.share.is_divided:
            parts["lease"] = "held" if self.program.store.is_sole_owner else "not sure"
        if is_away_long or parts["database"] != "ok" or parts["clocks"] != "ok" or not self.program.store.is_sole_owner:
            return "ill", parts
        return ("ok" if self._was_connected else "starting"), parts

    async def _database_answers(self) -> bool:
        """Whether the database answers in time."""
        with suppress(Exception):
            async with asyncio.timeout(PATIENCE):
                await self.program.store.check_connection()
                return True
        return False

    async def metrics(self, request: web.Request) -> web.Response:
        await self.gauges.ask_database(PATIENCE)
        body, content_type = self.figures.encode_metrics(request.headers.get("Accept", ""))
        return web.Response(body=body, headers={"Content-Type": content_type})


class StandbyStatus:
    """The status page of a process that waits for its shards."""

    def __init__(self, runner: web.AppRunner) -> None:
        self._runner = runner
        self.port = int(runner.addresses[0][1])

    @classmethod
    async def start(cls, place: tuple[str, int], shards: str) -> Self:
        """Serve `/healthz`. OSError if that fails."""

        async def healthz(request: web.Request) -> web.Response:
            return web.json_response({"status": STANDBY, "shards": shards}, status=503)

        return cls(await serve_pages(place, {"/healthz": healthz}))

    async def stop(self) -> None:
        await self._runner.cleanup()


async def serve_pages(place: tuple[str, int], pages: Mapping[str, Page]) -> web.AppRunner:
    """Serve these pages. OSError if that fails."""
    app = web.Application()
    for path, page in pages.items():
        app.router.add_get(path, page)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, *place).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
