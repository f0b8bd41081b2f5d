"""The pulse that systemd listens to where a unit says `WatchdogSec=`: one that stops means that the process hangs.

It says that the event loop goes round, and no more: an outage of the database or of Discord is nothing that a start
helps against. Whoever has not asked for it does not notice.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

BEATS: Final = 3  # in the time after which systemd takes the process for dead


def find_watchdog(environment: Mapping[str, str]) -> tuple[str, float] | None:
    """Where the pulse is listened to, and the seconds between two beats; None: nobody listens."""
    place, span = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
    ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not place.startswith(("/", "@")) or not (span.isascii() and span.isdigit() and int(span)) or not ours:
        return None
    return f"\0{place[1:]}" if place.startswith("@") else place, int(span) / 1_000_000 / BEATS


@asynccontextmanager
async def watchdog_beats(environment: Mapping[str, str] = os.environ) -> AsyncIterator[None]:
    """Give the pulse as long as this lasts, where it is listened to."""
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
            with suppress(OSError):  # full, or systemd is being started anew: the next one counts
                line.sendto(b"WATCHDOG=1", place)
            await asyncio.sleep(pause)
