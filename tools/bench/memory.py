"""Memory of the bot as the system counts it: `python -m tools.bench_memory`.

Each scene is a separate process with the whole bot imported and a real database:

* played: a game of each type, with everything on, is played to its end; at every turn the table, the mover's choices
  and their hand are drawn;
* busy: 1,000 open tables are loaded and moved at, some are drawn; then all boards are requested at once, and memory
  is read again within a minute.
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

from ai import players_by_level
from cogs.games import face_for
from cogs.screen.discord_views import Studio
from db.store import open_store
from hosting import gc_tuning, logs
from render import Look, SeatLook, load_renderer
from render.core import heap
from rules.core import registry
from service.state.model import Table
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables
from words import Voice

from ..soak.stories import play_until_messages, start_simulated_game
from .measure import EVERYTHING, Row, choices_for, print_rows
from .sample_databases import add_game as played_to
from .sample_databases import copy_games, play_moves

TABLES: Final = 1000
LOOKED_AT: Final = 100  # busy tables drawn one by one before all are drawn at once
MOVES: Final = 60  # moves played at each busy table
WAIT: Final = 20  # seconds after the burst
MEGABYTE: Final = 1024 * 1024


def resident_megabytes() -> float:
    """Resident megabytes of this process; the peak where the system has no /proc."""
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        return int(lines["VmRSS"].split()[0]) / 1024
    import resource  # not available on every system

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (MEGABYTE if sys.platform == "darwin" else 1024)


def look_of(table: Table) -> Look:
    voice = Voice("en", list(table.names), called=partial(face_for(table.kind).name_in_story, table))
    return Look(tuple(SeatLook(seat.name, seat.colour) for seat in table.seats), voice)


async def draw_public_table(studio: Studio, table: Table, view: Any) -> None:
    """Draws the table as for a public message."""
    await studio.draw(
        load_renderer(table.kind).table, view, look_of(table), face_for(table.kind).picture_marks(view), seconds=60
    )


async def draw_private_views(studio: Studio, table: Table, seat: int) -> None:
    """Draws a player's choices and hand."""
    assert table.game is not None
    view, look, draw = table.game.view(table.state, seat), look_of(table), load_renderer(table.kind)
    await studio.draw(draw.choice, view, look, face_for(table.kind).picture_marks(view), seconds=60)
    await studio.draw(draw.hand, view, look, seconds=60)


async def measure_played_games() -> dict[str, float]:
    """Megabytes of the scene "played"."""
    gc_tuning.freeze_heap()  # as `bot.run_on_discord` does
    figures = {"imported": resident_megabytes()}
    studio = Studio()
    for kind in registry.game_types():
        chosen = choices_for(kind, EVERYTHING)
        one = start_simulated_game(kind, chosen, registry.make_game(kind, chosen).seats[-1], 1)
        for _ in play_until_messages(one, players_by_level()["normal"], 1):
            table = one.table
            await draw_public_table(studio, table, one.game.view(table.state, None))
            await draw_private_views(studio, table, table.seats_to_move[0])
        figures[kind] = resident_megabytes()
    figures["played"] = resident_megabytes()
    return figures


async def measure_busy_tables(path: Path) -> dict[str, float]:
    """Megabytes of the scene "busy"."""
    figures = {"imported": resident_megabytes()}
    studio = Studio()
    async with open_tables(path) as tables:
        gc_tuning.freeze_heap()
        figures["opened"] = resident_megabytes()
        for number in list(tables.registry.tables):
            await play_moves(tables, await tables.registry.load_table(number), 1, number)
        figures["moved at"] = resident_megabytes()
        for number in list(tables.registry.tables)[:LOOKED_AT]:
            table = await tables.registry.load_table(number)
            await draw_public_table(studio, table, table.public_view)
        figures["in play"] = resident_megabytes()

        async def one(number: int) -> None:
            table = await tables.registry.load_table(number)
            await draw_public_table(studio, table, table.public_view)

        begin = time.monotonic()
        await asyncio.gather(*map(one, list(tables.registry.tables)))
        figures["at once"] = resident_megabytes()
        figures["seconds"] = time.monotonic() - begin
        await asyncio.sleep(WAIT)
        figures["after"] = resident_megabytes()
    return figures


@asynccontextmanager
async def open_tables(path: Path) -> AsyncIterator[Tables]:
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    try:
        yield tables
    finally:
        await tables.close()
        await store.close()


async def fill_database(path: Path) -> None:
    """Creates a database with `TABLES` games in play."""
    for number, kind in enumerate(registry.game_types(), 1):
        for more in range(4):
            await played_to(path, kind, MOVES, 10 * number + more)
    copy_games(path, TABLES)


def run_memory_scene(name: str, path: Path) -> dict[str, float]:
    """Runs a scene in a separate process."""
    run = [sys.executable, "-m", "tools.bench.memory", "--scene", name, "--path", str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def measure_memory() -> Iterator[Row]:
    """Rows for `make bench`."""
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        path = Path(folder) / "bench.db"
        one = run_memory_scene("played", path)
        yield Row("memory: everything imported", one["imported"], "MB")
        yield Row("a table of each kind played and drawn to its end", one["played"], "MB", must=220)
        asyncio.run(fill_database(path))
        many = run_memory_scene("busy", path)
        yield Row(f"{TABLES:,} open tables in play", many["in play"], "MB", must=256)
        yield Row(f"after {TABLES:,} boards at once", many["after"], "MB", must=300)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_memory", description="How much memory it takes.")
    parser.add_argument("--scene", choices=("played", "busy"), help=argparse.SUPPRESS)
    parser.add_argument("--path", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.scene:
        logs.start_logging("ERROR", "plain", None)
        heap.separate_large_blocks()  # as `bot.main` does
    if given.scene == "played":
        print(json.dumps(asyncio.run(measure_played_games())))
    elif given.scene:
        print(json.dumps(asyncio.run(measure_busy_tables(given.path))))
    else:
        print_rows(measure_memory())


if __name__ == "__main__":
    main()
