"""Capacity of one process: `python -m tools.scale`, with 20,000 stored games, 2,000 of them in play.

A fresh process opens the database, moves at every table in play, then plays random moves as fast as it can, first
alone, then during a backup. Discord and pictures are measured by `tools.bench.bot` and `tools.bench.memory`. The
latest figures are in `docs/scale.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from db.backup import check_live_database, make_backup
from db.store import open_store
from hosting import logs
from render.core import heap
from rules.core import Chance
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .measure import Row, print_rows, time_calibration_loop
from .memory import resident_megabytes
from .sample_databases import build_database, play_moves

STORED: Final = 20_000
ACTIVE: Final = 2_000
SECONDS: Final = 30.0
MEGABYTE: Final = 2**20


async def measure_under_load(path: Path, seconds: float) -> dict[str, float]:
    """The figures of this process on a database."""
    loop = time_calibration_loop(3, time.perf_counter)
    figures = {"imported": resident_megabytes()}
    begin = time.perf_counter()
    store = await open_store(path, SystemClock())
    figures["store"] = time.perf_counter() - begin
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    figures["start"] = time.perf_counter() - begin
    figures["opened"] = resident_megabytes()
    figures["tables"] = len(tables.registry.tables)
    for number in list(tables.registry.tables):
        await play_moves(tables, await tables.registry.load_table(number), 1, number)
    figures["moved"] = resident_megabytes()
    luck = Chance(bytes(32))
    figures |= {f"alone {name}": value for name, value in (await play_random_moves(tables, luck, seconds)).items()}
    copying = asyncio.create_task(time_backup(path, path.with_name("copy.db")))
    await asyncio.sleep(0)
    beside: list[dict[str, float]] = []
    while not beside or not copying.done():
        beside.append(await play_random_moves(tables, luck, 1.0))
    figures["backup"] = await copying
    figures["beside p99"] = max(one["p99"] for one in beside)
    figures["beside rate"] = sum(one["rate"] for one in beside) / len(beside)
    begin = time.perf_counter()
    await asyncio.to_thread(check_live_database, path)
    figures["check"] = time.perf_counter() - begin
    figures["end"] = resident_megabytes()
    await tables.close()
    await store.close()
    figures["loop"] = (loop + time_calibration_loop(3, time.perf_counter)) / 2
    return figures


async def time_backup(path: Path, target: Path) -> float:
    begin = time.perf_counter()
    await asyncio.to_thread(make_backup, path, target)
    return time.perf_counter() - begin


async def play_random_moves(tables: Tables, luck: Chance, seconds: float) -> dict[str, float]:
    """Moves at random tables, each saved before the next: moves per second, milliseconds; 0.0 without games."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and (numbers := list(tables.registry.tables)):
        for _ in range(20):
            number = numbers[luck.below(len(numbers))]
            begin = time.perf_counter()
            if tables.registry.get(number) is not None:
                await play_moves(tables, await tables.registry.load_table(number), 1, luck.below(2**30))
                times.append((time.perf_counter() - begin) * 1000)
    times.sort()
    if not times:
        await asyncio.sleep(seconds)  # lasts as long as the work measured beside it
        return {"rate": 0.0, "p50": 0.0, "p99": 0.0}
    return {
        "rate": len(times) / sum(times) * 1000,
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
    }


def measure_scale(stored: int, active: int, seconds: float, folder: Path) -> Iterator[Row]:
    """Creates the database, runs the measuring process and yields the rows."""
    path = folder / "scale.db"
    begin = time.perf_counter()
    asyncio.run(build_database(path, stored, active))
    yield Row(f"made: {stored:,} games, {active:,} of them in play", time.perf_counter() - begin, "s")
    yield Row("on disk", path.stat().st_size / MEGABYTE, "MB")
    yield Row("on disk, a game", path.stat().st_size / 1024 / stored, "kB")
    run = [sys.executable, "-m", "tools.bench.scale", "--measure", str(path), "--seconds", str(seconds)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    yield from rows_of_process(json.loads(done.stdout), active)


def rows_of_process(found: dict[str, Any], active: int) -> Iterator[Row]:
    """Rows of the figures of `measure_under_load`."""
    loop = found["loop"]
    yield Row("start", found["start"], "s", must=3, scaled=True, loop=loop)
    yield Row("start, of it checking the file", found["store"], "s", loop=loop)
    yield Row("memory, everything imported", found["imported"], "MB")
    yield Row(f"memory, {found['tables']:,.0f} open tables known", found["opened"], "MB")
    yield Row("memory, moved at each of them", found["moved"], "MB")
    yield Row("memory at the end", found["end"], "MB", must=256)
    yield Row("acts, one after the other", found["alone rate"], "acts/s", loop=loop)
    yield Row("act, median", found["alone p50"], "ms", loop=loop)
    yield Row("act, p99", found["alone p99"], "ms", loop=loop)
    yield Row("backup while acts go on", found["backup"], "s", loop=loop)
    yield Row("acts meanwhile", found["beside rate"], "acts/s", loop=loop)
    yield Row("act meanwhile, p99 of the worst second", found["beside p99"], "ms", loop=loop)
    yield Row("check of the whole file", found["check"], "s", loop=loop)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description="What one process holds.")
    parser.add_argument("--stored", type=int, default=STORED)
    parser.add_argument("--active", type=int, default=ACTIVE)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--folder", type=Path, help="where the database is made and left (a temporary folder)")
    parser.add_argument("--measure", type=Path, metavar="FILE", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure is not None:
        logs.start_logging("ERROR", "plain", None)
        heap.separate_large_blocks()  # as `bot.main` does
        print(json.dumps(asyncio.run(measure_under_load(given.measure, given.seconds))))
        return 0
    with tempfile.TemporaryDirectory(prefix="longtable-scale-") as made:
        return (
            1 if print_rows(measure_scale(given.stored, given.active, given.seconds, given.folder or Path(made))) else 0
        )


if __name__ == "__main__":
    raise SystemExit(main())
