"""Cost of a saved move on PostgreSQL compared with SQLite: `python -m tools.bench_stores`.

The same games are played on both, move by move in turn, so that other work on the machine slows both. The server is
started for this and waits for the disk as in production. Only the database's part is measured: the transaction of one
move, from queueing to commit.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Self

from db.store import Store, open_store
from rules.core import registry
from service.state.model import Table
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .. import postgres
from .measure import Row, print_rows
from .sample_databases import new_game, play_moves

MOVES: Final = 400  # per game type
WARM: Final = 40  # moves before measuring: statements are prepared and files have grown by then
MOST: Final = 3.0  # limit, as a multiple of SQLite


class StoreUnderTest:
    """A store with its tables, and the times of its transactions."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store, self.tables = store, tables
        self.acts: list[float] = []  # milliseconds
        self._writes: list[float] = []
        store.on_transaction_end = lambda what, seconds: self._writes.append(seconds) if what == "write" else None
        luck = random.Random(1)
        tables.registry.token = luck.randbytes
        tables.registry.shuffle = luck.shuffle

    @classmethod
    async def open(cls, where: Path | str) -> Self:
        store = await open_store(where, SystemClock())
        return cls(store, await Tables.create(store, SystemClock(), SilentPublisher()))

    async def move(self, table: Table, seed: int) -> Table:
        """Plays one move; the same `seed` gives the same move on both stores."""
        self._writes.clear()
        after = await play_moves(self.tables, table, 1, seed)
        self.acts.append(self._writes[0] * 1000)
        return after

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()


async def play_each_store(sides: Sequence[StoreUnderTest], kind: str, moves: int, channels: Iterator[int]) -> None:
    """Plays `moves` moves of a game type on each store."""
    done = 0
    while done < moves:
        channel = next(channels)
        begun = [await new_game(side.tables, kind, channel) for side in sides]
        while done < moves and begun[0].is_open:
            begun = [await side.move(table, done) for side, table in zip(sides, begun, strict=True)]
            done += 1


async def compare_stores(
    folder: Path, address: str, kinds: Sequence[str], moves: int
) -> tuple[list[float], list[float]]:
    """Milliseconds of each move on SQLite and on PostgreSQL."""
    sides = [await StoreUnderTest.open(folder / "moves.sqlite3"), await StoreUnderTest.open(address)]
    channels = count(1)
    try:
        for kind in kinds:
            await play_each_store(sides, kind, WARM, channels)
        for side in sides:
            side.acts.clear()
        for kind in kinds:
            await play_each_store(sides, kind, moves, channels)
    finally:
        for side in sides:
            await side.close()
    return sides[0].acts, sides[1].acts


def measure_stores(moves: int = MOVES, kinds: Sequence[str] = ()) -> Iterator[Row]:
    """Rows, if a PostgreSQL server can be started."""
    if not postgres.is_usable():
        print(postgres.UNREADY)
        return
    import psycopg

    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as made:
        folder = Path(made)
        with postgres.running_server(folder / "server", safe=True) as address:
            with psycopg.connect(f"{address}/postgres", autocommit=True) as server:
                server.execute("CREATE DATABASE moves")
            try:
                files, served = asyncio.run(
                    compare_stores(folder, f"{address}/moves", kinds or list(registry.game_types()), moves)
                )
            finally:
                with psycopg.connect(f"{address}/postgres", autocommit=True) as server:
                    server.execute("DROP DATABASE moves WITH (FORCE)")
    for name, acts in (("SQLite", files), ("PostgreSQL", served)):
        yield Row(f"transaction of an act on {name} ({len(acts)} of them), median", percentile(acts, 0.5), "ms")
        yield Row(f"transaction of an act on {name}, p99", percentile(acts, 0.99), "ms")
    yield Row(
        "PostgreSQL's median, times SQLite's", percentile(served, 0.5) / percentile(files, 0.5), "times", must=MOST
    )
    yield Row("PostgreSQL's p99, times SQLite's", percentile(served, 0.99) / percentile(files, 0.99), "times")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values do not exceed."""
    return sorted(values)[int(share * (len(values) - 1))]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_stores", description="A saved move on both databases.")
    parser.add_argument("--moves", type=int, default=MOVES, help=f"of each game ({MOVES})")
    parser.add_argument("--kind", nargs="+", default=(), choices=list(registry.game_types()), help="which games (all)")
    given = parser.parse_args()
    return 1 if print_rows(measure_stores(given.moves, given.kind)) else 0


if __name__ == "__main__":
    raise SystemExit(main())
