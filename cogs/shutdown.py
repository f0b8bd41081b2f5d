"""Graceful shutdown by Ctrl+C, SIGTERM or a stop file beside the database.

The stop file serves Windows services, which receive no signals.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from pathlib import Path
from typing import Final, Literal

from filelock import FileLock, Timeout

CHECK_SECONDS: Final = 1.0  # seconds between checks for the stop file
STOP_SECONDS: Final = 30.0  # seconds to wait for the bot to stop
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")  # those the platform has

Stopped = Literal["done", "none", "late", "refused"]


def stop_file(database: Path) -> Path:
    """The file whose existence asks the bot of `database` to stop."""
    database_path = Path(os.path.realpath(database))
    return database_path.with_name(database_path.name + ".stop")


async def wait_for_stop_request(database: Path | None) -> None:
    """Wait for a signal or the stop file; `database` None (PostgreSQL): for a signal only."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in SIGNALS:
        if hasattr(signal, name):
            _set_on_signal(loop, name, stop)
    if database is None:
        await stop.wait()
        return
    file = stop_file(database)
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)  # left over from an earlier run
    while not stop.is_set() and not file.exists():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CHECK_SECONDS):
                await stop.wait()
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def _set_on_signal(loop: asyncio.AbstractEventLoop, name: str, stop: asyncio.Event) -> None:
    number = getattr(signal, name)
    try:
        loop.add_signal_handler(number, stop.set)
    except NotImplementedError:  # event loops on Windows do not support signal handlers
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def request_stop(database: Path, patience: float = STOP_SECONDS) -> Stopped:
    """Ask the bot of `database` to stop and wait up to `patience` seconds.

    Returns `none` if no bot runs, `late` if it still runs, `refused` if the stop file cannot be written.
    """
    database_path = Path(os.path.realpath(database))
    lock_file = database_path.with_name(database_path.name + ".lock")
    if not lock_file.exists() or _is_unlocked(lock_file):
        return "none"
    try:
        stop_file(database).touch()
    except OSError:
        return "refused"
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if _is_unlocked(lock_file):
            return "done"
        time.sleep(0.1)
    return "late"


def _is_unlocked(lock_file: Path) -> bool:
    lock = FileLock(lock_file, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return False
    lock.release()
    return True
