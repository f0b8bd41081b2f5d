"""How much memory the bot takes, as the system counts it: `python -m tools.bench_memory`.

Each scene is a process of its own that has everything of the bot imported and a real database:

* played: a table of each kind with everything on is played to its end; at every turn the table is drawn, and what a
  person would look at: their choice and their hand;
* busy: 1,000 open tables in play, each loaded and moved at, some looked at; then the boards of all of them are asked
  for at once, and the memory is read again within a minute.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from ai import players
from cogs.games import face
from cogs.screen.discord_views import Studio
from db.store import open_store
from hosting import collector, logs
from render import Look, SeatLook, renderer
from render.core import heap
from rules.core import registry
from service.state.model import Table
from service.store.clock import SystemClock
from service.store.publisher import Silence
from service.tables import Tables
from words import Voice

from ..soak.stories import begun, messages
from .measure import EVERYTHING, Row, choices, show
from .sample_databases import multiply, play_moves
from .sample_databases import played as played_to

TABLES: Final = 1000
LOOKED_AT: Final = 100  # of the busy tables, drawn one after the other before all are drawn at once
MOVES: Final = 60  # into a game, of the busy tables
WAIT: Final = 20  # seconds after the burst
MEGABYTE: Final = 1024 * 1024


def held() -> float:
    """Megabytes of this process that lie in memory now; the most so far where the system does not say."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmRSS"].split()[0]) / 1024
    import resource  # not everywhere; here only where there is no /proc

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def look_of(table: Table) -> Look:
    voice = Voice("en", list(table.names), called=partial(face(table.kind).name_in_story, table))
    return Look(tuple(SeatLook(seat.name, seat.colour) for seat in table.seats), voice)


async def drawn(studio: Studio, table: Table, view: Any) -> None:
    """The table for everybody, as a public message has it."""
    await studio.draw(renderer(table.kind).table, view, look_of(table), face(table.kind).marks(view), seconds=60)


async def looked_at(studio: Studio, table: Table, seat: int) -> None:
    """What somebody sees who opens their picker and their hand."""
    assert table.game is not None
    view, look, draw = table.game.view(table.state, seat), look_of(table), renderer(table.kind)
    await studio.draw(draw.choice, view, look, face(table.kind).marks(view), seconds=60)
    await studio.draw(draw.hand, view, look, seconds=60)


async def played() -> dict[str, float]:
    """Games with everything on, to their end."""
    collector.leave_alone()  # as `bot.live` does
    figures = {"imported": held()}
    studio = Studio()
    for kind in registry.kinds():
        chosen = choices(kind, EVERYTHING)
        one = begun(kind, chosen, registry.game(kind, chosen).seats[-1], 1)
        for _ in messages(one, players()["normal"], 1):
            table = one.table
            await drawn(studio, table, one.game.view(table.state, None))
            await looked_at(studio, table, table.waiting[0])
        figures[kind] = held()
    figures["played"] = held()
    return figures


async def busy(path: Path) -> dict[str, float]:
    """A thousand tables."""
    figures = {"imported": held()}
    studio = Studio()
    async with opened(path) as tables:
        collector.leave_alone()
        figures["opened"] = held()
        for number in list(tables.hall.tables):
            await play_moves(tables, await tables.load(number), 1, number)
        figures["moved at"] = held()
        for number in list(tables.hall.tables)[:LOOKED_AT]:
            table = await tables.load(number)
            await drawn(studio, table, table.public)
        figures["in play"] = held()

        async def one(number: int) -> None:
            table = await tables.load(number)
            await drawn(studio, table, table.public)

        begin = time.monotonic()
        await asyncio.gather(*map(one, list(tables.hall.tables)))
        figures["at once"] = held()
        figures["seconds"] = time.monotonic() - begin
        await asyncio.sleep(WAIT)
        figures["after"] = held()
    return figures


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Tables]:
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), Silence())
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


async def filled(path: Path) -> None:
    """A database with so many games in play."""
    for number, kind in enumerate(registry.kinds(), 1):
        for more in range(4):
            await played_to(path, kind, MOVES, 10 * number + more)
    multiply(path, TABLES)


def scene(name: str, path: Path) -> dict[str, float]:
    """The figures of a scene in a process of its own."""
    run = [sys.executable, "-m", "tools.bench.memory", "--scene", name, "--path", str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def rows() -> Iterator[Row]:
    """The figures for the table of `make bench`."""
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        path = Path(folder) / "bench.db"
        one = scene("played", path)
        yield Row("memory: everything imported", one["imported"], "MB")
        yield Row("a table of each kind played and drawn to its end", one["played"], "MB", must=220)
        asyncio.run(filled(path))
        many = scene("busy", path)
        yield Row(f"{TABLES:,} open tables in play", many["in play"], "MB", must=256)
        yield Row(f"after {TABLES:,} boards at once", many["after"], "MB", must=300)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_memory", description="How much memory it takes.")
    parser.add_argument("--scene", choices=("played", "busy"), help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.scene:
        logs.begin("ERROR", "plain", None)
        heap.keep_apart()  # as `bot.main` does
    if given.scene == "played":
        print(json.dumps(asyncio.run(played())))
    elif given.scene:
        print(json.dumps(asyncio.run(busy(given.path))))
    else:
        show(rows())


if __name__ == "__main__":
    main()
