"""Speed of the service and the database: `python -m tools.bench_service`.

A game of each type is played halfway and copied until the database has 5,000 games; a fresh process opens it. A saved
move is a whole transaction: rules, log, position, scores, pending turns, post, commit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.store import open_store
from rules.core import registry
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .measure import Row, print_rows, time_calibration_loop
from .sample_databases import add_game, copy_games, new_game, play_moves


@dataclass(frozen=True, slots=True)
class Opening:
    """Seconds to open store and tables, peak megabytes, open tables, milliseconds of the calibration loop.

    All times are wall time, the loop's too, so that other work on the machine slows both.
    """

    store: float
    tables: float
    megabytes: float
    count: int
    loop: float


async def open_here(path: Path) -> Opening:
    """Opens the database in this process."""
    before = time_calibration_loop(3, time.perf_counter)
    begin = time.perf_counter()
    store = await open_store(path, SystemClock())
    middle = time.perf_counter()
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    end = time.perf_counter()
    peak = peak_megabytes()
    loop = (before + time_calibration_loop(3, time.perf_counter)) / 2
    count = len(tables.registry.tables)
    await tables.close()
    await store.close()
    return Opening(middle - begin, end - middle, peak, count, loop)


def peak_megabytes() -> float:
    """Peak resident megabytes of this process."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # on Linux this would include the parent's peak


def open_elsewhere(path: Path) -> Opening:
    """Opens the database in a fresh process, whose memory does not include this one's."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.service", "--open", str(path)], capture_output=True, text=True, check=True
    )
    return Opening(**json.loads(done.stdout))


async def time_saved_move(path: Path, kind: str, moves: int) -> tuple[float, float, int]:
    """Milliseconds of wall time and of processor time per saved move; number of moves."""
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    done, wall, cpu, channel = 0, 0.0, 0.0, 5
    while done < moves:
        table = await new_game(tables, kind, channel)
        begin, begin_cpu = time.perf_counter(), time.process_time()
        after = await play_moves(tables, table, moves - done, channel)
        wall += time.perf_counter() - begin
        cpu += time.process_time() - begin_cpu
        done += after.seq - table.seq
        channel += 1
    await tables.close()
    await store.close()
    return wall / done * 1000, cpu / done * 1000, done


@contextlib.contextmanager
def working_folder(given: str | None) -> Iterator[Path]:
    """The given folder, or a temporary one that is removed afterwards."""
    if given is not None:
        yield Path(given)
        return
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as made:
        yield Path(made)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_service", description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument(
        "--kind", nargs="+", default=list(registry.game_types()), help="which games; default: all in turn"
    )
    parser.add_argument("--folder", help="where to write; default: a temporary folder")
    parser.add_argument("--open", metavar="FILE", help="only open this database and print what it took, as JSON")
    args = parser.parse_args()
    if args.open:
        found = asyncio.run(open_here(Path(args.open)))
        print(json.dumps({name: getattr(found, name) for name in Opening.__slots__}))
        return
    print_rows(measure_storage(args.games, args.moves, args.kind, args.folder))


def measure_storage(
    games: int = 5000, moves: int = 400, kinds: Sequence[str] = (), folder_given: str | None = None
) -> Iterator[Row]:
    """Rows for `make bench`."""
    with working_folder(folder_given) as where:
        many = where / "many.db"
        for number, kind in enumerate(kinds or registry.game_types(), 1):
            wall, cpu, count = asyncio.run(time_saved_move(where / f"{kind}.db", kind, moves))
            yield Row(f"saved move of {kind} ({count} of them), by the clock", wall, "ms")
            yield Row("saved move, of it processor", cpu, "ms")
            asyncio.run(add_game(many, kind, 70, number))
        copy_games(many, games)
        found = open_elsewhere(many)
        seconds = found.store + found.tables
        yield Row(f"start with {found.count} stored games", seconds, "s", must=3, scaled=True, loop=found.loop)
        yield Row("memory after it", found.megabytes, "MB", must=250)


if __name__ == "__main__":
    main()
