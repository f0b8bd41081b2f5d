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

BEATS_PER_TIMEOUT: Final = 3
MICROSECONDS: Final = 1_000_000  # in a second


def find_watchdog(environment: Mapping[str, str]) -> tuple[str, float] | None:
    """The socket for heartbeats, and the seconds between two; None without a watchdog."""
    address, timeout = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
    is_for_this_process = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    has_timeout = timeout.isascii() and timeout.isdigit() and int(timeout) > 0
    if not address.startswith(("/", "@")) or not has_timeout or not is_for_this_process:
        return None
    if address.startswith("@"):  # an abstract socket
        address = f"\0{address[1:]}"
    return address, int(timeout) / MICROSECONDS / BEATS_PER_TIMEOUT


@asynccontextmanager
async def watchdog_beats(environment: Mapping[str, str] = os.environ) -> AsyncIterator[None]:
    """Send heartbeats while the block runs, if systemd expects them."""
    found = find_watchdog(environment)
    if found is None:
        yield
        return
    address, pause_seconds = found
    task = asyncio.create_task(_send_beats(address, pause_seconds), name="pulse")
    try:
        yield
    finally:
        task.cancel()


async def _send_beats(address: str, pause_seconds: float) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify_socket:
        notify_socket.setblocking(False)
        while True:
            with suppress(OSError):  # full, or systemd restarts: the next one counts
                notify_socket.sendto(b"WATCHDOG=1", address)
            await asyncio.sleep(pause_seconds)
