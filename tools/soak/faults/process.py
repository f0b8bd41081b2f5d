"""The bot's process: starting, stopping, killing, and errors in its log."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final

from playground.driver import Box

EFFORT: Final = 5  # percent of the usual simulations: the quality of hints does not matter here
ROOT: Final = Path(__file__).resolve().parents[3]
STARTS: Final = 90.0  # seconds to start
STOPS: Final = 60.0  # seconds to stop, which includes finishing pictures
_RECORD = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (\w+) +([\w.]+): (.*)$")
# Logged errors that are not the bot's fault: discord.py's own, and database failures that were reported to users.
_THEIRS: Final = ("discord.client", "discord.gateway", "discord.http", "discord.state", "discord.webhook")
_TAKEN: Final = ("StoreError", "store.", "Conflict")


class BotProcess:
    """The bot of a campaign."""

    def __init__(self, box: Box, database: Path, address: str | None = None) -> None:
        """`address`: of a PostgreSQL database instead of the file `database`; the log lies beside the file."""
        self.box = box
        self.database = database
        self.address = address
        self.log = database.with_name("bot.log")
        self.ahead = 0.0  # seconds by which its clock is ahead
        self.deaths: list[float] = []  # monotonic
        self.starts = 0
        self._running: asyncio.subprocess.Process | None = None

    @property
    def alive(self) -> bool:
        return self._running is not None and self._running.returncode is None

    async def start(self) -> None:
        """Starts the bot and waits until it is connected; `RuntimeError` if it does not connect."""
        env = {
            "LONGTABLE_DISCORD": self.box.url,
            "DISCORD_TOKEN": self.box.token,
            "LONGTABLE_DB": self.address or str(self.database),
            "LONGTABLE_CACHE": str(self.database.with_name("cache")),
            "LONGTABLE_LOG": "INFO",
            "LONGTABLE_STRONG": str(EFFORT),
            "LONGTABLE_AHEAD": str(self.ahead),
            "PYTHONPATH": str(ROOT),
        }
        before = self.box.server.gateway.identified
        with self.log.open("ab") as file:
            # Orders arrive through a pipe; the own process group keeps Ctrl+C for the campaign.
            self._running = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tools.soak.faults.child", env=env, cwd=ROOT, stdin=PIPE, stderr=file,
                start_new_session=True,
            )  # fmt: skip
        self.starts += 1
        running, gateway = self._running, self.box.server.gateway
        await self.box.world.until(lambda: gateway.identified > before or running.returncode is not None, STARTS)
        if running.returncode is None and gateway.identified == before:
            raise RuntimeError("the bot did not connect")

    async def order(self, *words: object) -> None:
        """Sends an order (see `child`); does nothing if the process is dead."""
        running = self._running
        if running is None or running.returncode is not None or running.stdin is None:
            return
        running.stdin.write((" ".join(map(str, words)) + "\n").encode())
        try:
            await running.stdin.drain()
        except (ConnectionError, BrokenPipeError):
            return

    async def advance(self, seconds: float) -> None:
        """Moves the clocks of the world and the bot forward."""
        self.ahead += seconds
        self.box.advance(seconds)
        await self.order("advance", seconds)

    async def kill(self) -> None:
        """Kills the process (SIGKILL)."""
        if self._running is not None:
            if self._running.returncode is None:
                self._running.kill()
            await self.buried()

    async def buried(self) -> None:
        """Waits for the end of the process and records it."""
        if self._running is not None:
            await self._running.wait()
            self.deaths.append(time.monotonic())
            self._running = None

    async def stop(self) -> int | None:
        """Stops the bot as a host does; returns its exit status, or None if it had to be killed."""
        running = self._running
        if running is None:
            return None
        try:
            running.send_signal(signal.SIGTERM)
            status: int | None = await asyncio.wait_for(running.wait(), STOPS)
        except TimeoutError:
            running.kill()
            await running.wait()
            status = None
        except ProcessLookupError:  # it died before
            status = None
        self.deaths.append(time.monotonic())
        self._running = None
        return status

    def errors(self) -> list[str]:
        """Logged errors and exceptions of the bot, each with its traceback."""
        found: list[list[str]] = []
        ours = loud = False
        for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines():
            record = _RECORD.match(line)
            if record is not None:
                level, name, text = record.groups()
                taken = any(word in text for word in _TAKEN)
                loud = level != "INFO"
                ours = level in ("ERROR", "CRITICAL") and not name.startswith(_THEIRS) and not taken
                if ours:
                    found.append([line])
            elif ours:
                found[-1].append(line)
            elif not loud and line.startswith(("Traceback", "Exception", "Fatal")):
                found.append([line])  # written without a logger
                ours = True
        return ["\n".join(lines[:60]) for lines in found]
