"""Databases of real size, in small: every copy is a game of its own that goes on."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

from db.moving.files import FileSource
from db.store import open_store
from rules.core import Chance, registry
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables
from tools.bench import scale
from tools.bench.sample_databases import LONGEST, Place, add_unfinished_game, build_database, play_moves
from tools.host.moved_games import find_replay_fault


async def test_copies_are_games_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    kinds = ["carcassonne"]
    await build_database(path, 24, 8, kinds, Place(server=50, channel=600, games=5))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT status, count(*) FROM games GROUP BY 1").fetchall() == [("active", 8), ("over", 16)]
        assert db.execute("SELECT count(DISTINCT channel_id), min(guild_id), max(guild_id) FROM games").fetchone() == (
            24,
            50,
            54,
        )
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
        assert db.execute("SELECT count(*) FROM posts WHERE sent_at IS NULL").fetchone() == (0,)
        (people,) = db.execute("SELECT count(DISTINCT user_id) FROM seats").fetchone()
        assert people == 4 * 3
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    assert await tables.outbox.list_tables_with_unsent_posts() == []
    for number in list(tables.registry.tables):
        before = await tables.registry.load_table(number)
        after = await play_moves(tables, before, 1, number)
        assert after.seq > before.seq
    await tables.close()
    await store.close()


async def test_every_figure_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    await build_database(path, 6, 4, ["citadels"])
    found = await scale.measure_under_load(path, 0.05)
    assert found["tables"] == 4
    assert len(list(scale.rows_of_process(found, 4))) == 13
    assert all(value > 0 for value in found.values())
    assert registry.game_types()


async def test_where_all_games_are_over_nothing_is_measured_of_acts() -> None:
    over = SimpleNamespace(registry=SimpleNamespace(tables={}))
    assert await scale.play_random_moves(over, Chance(bytes(32)), 0.01) == {"rate": 0.0, "p50": 0.0, "p99": 0.0}


async def test_a_game_that_was_over_early_is_not_one_in_play(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    number = await add_unfinished_game(path, "citadels", LONGEST, 1)
    with closing(sqlite3.connect(path)) as db:
        found = dict(db.execute("SELECT id, status FROM games").fetchall())
    assert found.pop(number) == "active"
    assert set(found.values()) == {"over"}


def test_copies_are_replayed_as_what_they_were_made_of(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    asyncio.run(build_database(path, 8, 4, ["citadels"]))
    source = FileSource(path)
    source.begin()
    try:
        assert [find_replay_fault(source, number) for number in range(1, 9)] == [None] * 8
    finally:
        source.close()
