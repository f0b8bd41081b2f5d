"""Heartbeats for systemd, if a unit sets `WatchdogSec=`: without them it restarts the process.

They mean only that the event loop runs: a restart does not help against an outage of the database or of Discord.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

BEATS: Final = 3  # beats per timeout of systemd


def find_watchdog(environment: Mapping[str, str]) -> tuple[str, float] | None:
    """The socket for heartbeats, and the seconds between two; None without a watchdog."""
    place, span = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not place.startswith(("/", "@")) or not (span.isascii() and span.isdigit() and int(span)) or not ours:
        return None
    return f"\0{place[1:]}" if place.startswith("@") else place, int(span) / 1_000_000 / BEATS


@asynccontextmanager
async def watchdog_beats(environment: Mapping[str, str] = os.environ) -> AsyncIterator[None]:
    """Send heartbeats while the block runs, if systemd expects them."""
    found = find_watchdog(environment)
    if found is None:
        yield
        return
    task = asyncio.create_task(_send_beats(*found), name="pulse")
    try:
        yield
    finally:
        task.cancel()


async def _send_beats(place: str, pause: float) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        while True:
            with suppress(OSError):  # full, or systemd restarts: the next one counts
                line.sendto(b"WATCHDOG=1", place)
            await asyncio.sleep(pause)
