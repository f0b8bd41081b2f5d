"""How a running bot is stopped gently, on every system.

Ctrl+C and, where there is such a thing, SIGTERM; and a file beside the database, which needs neither a signal nor a
window to press keys in: a service on Windows has none.
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

LOOK_EVERY: Final = 1.0  # seconds between two looks for the file
PATIENCE: Final = 30.0  # seconds for the bot to stop
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGBREAK")  # as far as the system has them

Stopped = Literal["done", "none", "late", "refused"]


def stop_file(database: Path) -> Path:
    """The file that asks the bot of a database to stop."""
    real = Path(os.path.realpath(database))
    return real.with_name(real.name + ".stop")


async def wait_until_asked(database: Path | None) -> None:
    """Return when somebody wants the bot of this database to stop. None: it lies on a server, and signals alone ask."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for name in SIGNALS:
        if hasattr(signal, name):
            _set_on_signal(loop, name, stop)
    if database is None:
        await stop.wait()
        return
    file = stop_file(database)
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)  # it asked somebody who ran before
    while not stop.is_set() and not file.exists():
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK_EVERY):
                await stop.wait()
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def _set_on_signal(loop: asyncio.AbstractEventLoop, name: str, stop: asyncio.Event) -> None:
    """Let a signal set the event."""
    number = getattr(signal, name)
    try:
        loop.add_signal_handler(number, stop.set)
    except NotImplementedError:  # the loops of Windows have no handlers of their own
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))


def request_stop(database: Path, patience: float = PATIENCE) -> Stopped:
    """Ask the bot of this database to stop, and wait until it has let go of it. `none`: there is none; `late`: it has
    not stopped yet; `refused`: it cannot be asked."""
    real = Path(os.path.realpath(database))
    held = real.with_name(real.name + ".lock")
    if not held.exists() or _is_unlocked(held):
        return "none"
    try:
        stop_file(database).touch()
    except OSError:
        return "refused"
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if _is_unlocked(held):
            return "done"
        time.sleep(0.1)
    return "late"


def _is_unlocked(held: Path) -> bool:
    lock = FileLock(held, timeout=0, mode=0o600, thread_local=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return False
    lock.release()
    return True
