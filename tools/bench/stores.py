"""What a saved move costs on PostgreSQL beside SQLite: `python -m tools.bench_stores`.

The same games are played on both in turns, a move here and the same move there, so that whatever else the machine does
slows down both. The server is one of its own, which waits for the disk as a real one does. Counted is the database's
own part: the transaction of one act, from its function being handed over to its commit.
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

MOVES: Final = 400  # of each kind
WARM: Final = 40  # moves before it counts: statements are known then, files have grown
MOST: Final = 3.0  # times as long as on SQLite


class StoreUnderTest:
    """One of the two: a store with tables on it, and how long its transactions take."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store, self.tables = store, tables
        self.acts: list[float] = []  # milliseconds
        self._writes: list[float] = []
        store.watch = lambda what, seconds: self._writes.append(seconds) if what == "write" else None
        luck = random.Random(1)
        tables.registry.token = luck.randbytes
        tables.registry.shuffle = luck.shuffle

    @classmethod
    async def open(cls, where: Path | str) -> Self:
        store = await open_store(where, SystemClock())
        return cls(store, await Tables.create(store, SystemClock(), SilentPublisher()))

    async def move(self, table: Table, seed: int) -> Table:
        """One move, the same on both sides."""
        self._writes.clear()
        after = await play_moves(self.tables, table, 1, seed)
        self.acts.append(self._writes[0] * 1000)
        return after

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()


async def play_each_store(sides: Sequence[StoreUnderTest], kind: str, moves: int, channels: Iterator[int]) -> None:
    """Play so many moves of a kind on each side."""
    done = 0
    while done < moves:
        channel = next(channels)
        begun = [await new_game(side.tables, kind, channel) for side in sides]
        while done < moves and begun[0].open:
            begun = [await side.move(table, done) for side, table in zip(sides, begun, strict=True)]
            done += 1


async def compare_stores(
    folder: Path, address: str, kinds: Sequence[str], moves: int
) -> tuple[list[float], list[float]]:
    """Milliseconds of each act on SQLite, and on a server."""
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
    """The figures, where a server can be started."""
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
    """What that share of the values does not exceed."""
    return sorted(values)[int(share * (len(values) - 1))]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_stores", description="A saved move on both databases.")
    parser.add_argument("--moves", type=int, default=MOVES, help=f"of each game ({MOVES})")
    parser.add_argument("--kind", nargs="+", default=(), choices=list(registry.game_types()), help="which games (all)")
    given = parser.parse_args()
    return 1 if print_rows(measure_stores(given.moves, given.kind)) else 0


if __name__ == "__main__":
    raise SystemExit(main())
