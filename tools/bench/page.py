"""Size and time of the HTML pages of finished games: `python -m tools.bench_page`.

For each type, a random game of four players with everything on is played in a separate process and its page made. The
game of Carcassonne has about 200 tiles.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from cogs.client import Longtable
from cogs.settings import Settings
from db.store import open_store
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .measure import EVERYTHING, Row, choices_for, print_rows, time_calibration_loop
from .memory import resident_megabytes
from .sample_databases import LONGEST, new_game, play_moves

GAMES: Final = {"carcassonne": EVERYTHING, "catan": "official", "citadels": "everything"}
SIZE_MOST: Final = 3_000  # kilobytes, for 200 tiles
SECONDS_MOST: Final = 30.0
MEGABYTES_MOST: Final = 250.0  # up to 80 of them for sprites shared by all pictures


async def time_one_page(folder: Path, kind: str) -> dict[str, Any]:
    """Plays a game and makes its page in a fresh process; returns the figures."""
    store = await open_store(folder / "page.sqlite3", SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    table = await new_game(tables, kind, 1, choices=choices_for(kind, GAMES[kind]))
    table = await play_moves(tables, table, LONGEST, 1)
    bot = Longtable(Settings(database=folder / "page.sqlite3"), SystemClock())
    bot.tables = tables
    before, most = resident_megabytes(), 0.0

    async def told(done: int, total: int) -> None:
        nonlocal most
        most = max(most, resident_megabytes())

    loop = time_calibration_loop(3, time.perf_counter)
    begun = time.perf_counter()
    page = await bot.page_maker.build_page(bot, table, "en", told)
    seconds = time.perf_counter() - begun
    loop = (loop + time_calibration_loop(3, time.perf_counter)) / 2
    await bot.close()
    await tables.close()
    await store.close()
    return {"entries": table.seq, "bytes": len(page), "seconds": seconds, "megabytes": most - before, "loop": loop}


def measure_pages() -> Iterator[Row]:
    """Rows for all game types."""
    for kind in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tools.bench.page", "--here", folder, kind]
            found = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        name = f"page of {kind}, everything, {found['entries']} entries"
        yield Row(f"{name}, size", found["bytes"] / 1000, "kB", must=SIZE_MOST)
        yield Row(f"{name}, made", found["seconds"], "s", must=SECONDS_MOST, scaled=True, loop=found["loop"])
        yield Row(f"{name}, memory more", found["megabytes"], "MB", must=MEGABYTES_MOST)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_page", description="How large pages are.")
    parser.add_argument("--here", nargs=2, metavar=("FOLDER", "GAME"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.here:
        print(json.dumps(asyncio.run(time_one_page(Path(given.here[0]), given.here[1]))))
        return 0
    return 1 if print_rows(measure_pages()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
