"""How fast service and storage are, beside a calibration loop of plain Python: `python -m tools.bench_service`.

A real game of each kind is played half through; copies of them in turn fill one database with 5,000; a fresh process
then opens it. A saved move is a whole act: rules, log, position, scores, stretches, post, commit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.store import Store
from rules.core import Chance, Choices, registry
from service.clock import SystemClock
from service.model import Home, Person, Table
from service.publish import Silence
from service.tables import Tables

from .benching import Row, show

COPIED = {  # table -> its column with the number of the game
    "states": "game_id",
    "seats": "game_id",
    "log": "game_id",
    "checkpoints": "game_id",
    "stretches": "game_id",
    "posts": "game_id",
}
SEATS = 4


@dataclass(frozen=True, slots=True)
class Opening:
    """What a fresh process found: seconds to open store and tables, megabytes it then holds, open tables."""

    store: float
    tables: float
    megabytes: float
    count: int


async def play_moves(tables: Tables, table: Table, moves: int, seed: int) -> Table:
    """Random moves, until the game is over or that many were played."""
    luck = Chance(seed.to_bytes(32, "big"))
    for _ in range(moves):
        if not table.open or table.game is None:
            break
        seat = table.seats[table.waiting[0]]
        legal = list(table.game.legal(table.state, seat.index))
        line = str(legal[luck.below(len(legal))])
        assert seat.user_id is not None
        table = (await tables.play(table.id, seat.user_id, [line], act=f"{seed}-{table.seq}")).table
    return table


async def new_game(tables: Tables, kind: str, channel: int) -> Table:
    """A game of four people."""
    people = [Person(900 + n, f"Player {n}") for n in range(SEATS)]
    table = await tables.open(kind, Choices(), SEATS, Home(1, channel), people[0])
    for person in people[1:]:
        table = await tables.join(table.id, person)
    return await tables.start(table.id, people[0].user_id)


async def half_a_game(path: Path, kind: str, moves: int, channel: int = 1) -> None:
    """One game more in a database, that many moves into it."""
    store = await Store.open(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), Silence())
    await play_moves(tables, await new_game(tables, kind, channel), moves, channel)
    await tables.close()
    await store.close()


def multiply(path: Path, games: int) -> None:
    """Copy the games that are there, in turn, until there are that many."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        names = {table: _columns(db, table) for table in (*COPIED, "games")}
        ((originals,),) = db.execute("SELECT count(*) FROM games")
        for number in range(originals + 1, games + 1):
            original = 1 + number % originals
            rest = [name for name in names["games"] if name not in ("id", "channel_id")]
            listed = ", ".join(rest)
            db.execute(
                f"INSERT INTO games (id, channel_id, {listed}) SELECT ?, ?, {listed} FROM games WHERE id = ?",
                (number, 1_000_000 + number, original),
            )
            for table, column in COPIED.items():
                listed = ", ".join(name for name in names[table] if name != column)
                db.execute(
                    f"INSERT INTO {table} ({column}, {listed}) SELECT ?, {listed} FROM {table} WHERE {column} = ?",
                    (number, original),
                )
        db.commit()


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")]


async def open_here(path: Path) -> Opening:
    """Open the database in this process."""
    begin = time.perf_counter()
    store = await Store.open(path, SystemClock())
    middle = time.perf_counter()
    tables = await Tables.create(store, SystemClock(), Silence())
    end = time.perf_counter()
    peak = most_memory()
    count = sum(1 for number in range(1, 100_000) if tables.get(number) is not None)
    await tables.close()
    await store.close()
    return Opening(middle - begin, end - middle, peak, count)


def most_memory() -> float:
    """The most megabytes this process has held since its program began."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # on Linux it would count the parent's, too


def open_elsewhere(path: Path) -> Opening:
    """Open the database in a fresh process, so that nothing of this one is counted."""
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench_service", "--open", str(path)], capture_output=True, text=True, check=True
    )
    return Opening(**json.loads(done.stdout))


async def saved_moves(path: Path, kind: str, moves: int) -> tuple[float, float, int]:
    """Milliseconds of the clock and of the processor for one saved move."""
    store = await Store.open(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), Silence())
    played, wall, cpu, channel = 0, 0.0, 0.0, 5
    while played < moves:
        table = await new_game(tables, kind, channel)
        begin, begin_cpu = time.perf_counter(), time.process_time()
        after = await play_moves(tables, table, moves - played, channel)
        wall += time.perf_counter() - begin
        cpu += time.process_time() - begin_cpu
        played += after.seq - table.seq
        channel += 1
    await tables.close()
    await store.close()
    return wall / played * 1000, cpu / played * 1000, played


@contextlib.contextmanager
def folder(given: str | None) -> Iterator[Path]:
    """The folder to work in; a temporary one is removed."""
    if given is not None:
        yield Path(given)
        return
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as made:
        yield Path(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--kind", nargs="+", default=list(registry.kinds()), help="which games; default: all in turn")
    parser.add_argument("--folder", help="where to write; default: a temporary folder")
    parser.add_argument("--open", metavar="FILE", help="only open this database and print what it took, as JSON")
    args = parser.parse_args()
    if args.open:
        found = asyncio.run(open_here(Path(args.open)))
        print(json.dumps({name: getattr(found, name) for name in Opening.__slots__}))
        return
    show(rows(args.games, args.moves, args.kind, args.folder))


def rows(
    games: int = 5000, moves: int = 400, kinds: Sequence[str] = (), folder_given: str | None = None
) -> Iterator[Row]:
    """The figures of service and storage."""
    with folder(folder_given) as where:
        many = where / "many.db"
        for number, kind in enumerate(kinds or registry.kinds(), 1):
            wall, cpu, played = asyncio.run(saved_moves(where / f"{kind}.db", kind, moves))
            yield Row(f"saved move of {kind} ({played} of them), by the clock", wall, "ms")
            yield Row("saved move, of it processor", cpu, "ms")
            asyncio.run(half_a_game(many, kind, 70, number))
        multiply(many, games)
        found = open_elsewhere(many)
        yield Row(f"start with {found.count} stored games", found.store + found.tables, "s", must=3)
        yield Row("memory after it", found.megabytes, "MB", must=250)


if __name__ == "__main__":
    main()
