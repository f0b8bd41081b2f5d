"""Moving a bot to a PostgreSQL server and back. What is alike with files: `test_move.py`."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from db.errors import StoreError
from db.moving import files
from db.moving.ends import Row, TableSchema
from db.moving.files import FileTarget
from db.opening import load_migrations
from db.store import open_store
from rules.core import registry
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables
from tests.db.files import sha
from tests.stores.asking import asked
from tools import postgres
from tools.host import move
from tools.soak.stored.stage import FrozenClock

from ..moving import changed, contents, killed, opened_once, refused, small, whole

psycopg = pytest.importorskip("psycopg")
OWN: Final = {"longtable", "tenures", "leases", "errands", "follows"}  # tables that are the server's alone
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")

MOST: Final = 100  # megabytes, of a process that moves however much
PATIENCE: Final = 30  # seconds until a server has noticed that somebody was killed
MEASURED: Final = """
import json, sys
from tools.host import move

move.main(json.loads(sys.argv[1]))
print([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0])
"""


@pytest.fixture
def address(empty: str, postgresql: str) -> Iterator[str]:
    """Of an empty database."""
    yield empty
    asked(f"{postgresql}/postgres", f"DROP DATABASE IF EXISTS {empty.rpartition('/')[2]}_other WITH (FORCE)")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return small(tmp_path / "from.db")


def rows_there(address: str) -> int:
    """Of all tables; none where there are no tables."""
    names = [name for (name,) in asked(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    return sum(asked(address, f"SELECT count(*) FROM {name}")[0][0] for name in names if name not in OWN)


def given_up(address: str) -> None:
    """Wait until the server has noticed that nobody holds the database any more."""
    until = time.monotonic() + PATIENCE
    held = "SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = "
    while asked(address, f"{held}current_database()"):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_there_and_back_everything_is_the_same(tmp_path: Path, address: str) -> None:
    source, back = whole(tmp_path / "from.db"), tmp_path / "back.db"
    there, before = contents(source), sha(source)
    assert move.main([str(source), address]) == 0
    assert rows_there(address) == sum(map(len, there.values()))
    assert move.main([address, str(back)]) == 0
    assert contents(back) == there
    assert sha(source) == before


def test_from_server_to_server(tmp_path: Path, source: Path, address: str) -> None:
    other, back = f"{address}_other", tmp_path / "back.db"
    asked(address, f"CREATE DATABASE {other.rpartition('/')[2]}")
    for one, next_one in ((str(source), address), (address, other), (other, str(back))):
        assert move.main([one, next_one]) == 0
    assert contents(back) == contents(source)


async def test_a_bot_goes_on_with_its_games(tmp_path: Path, address: str) -> None:
    """Whoever is waited for moves, at tables of every kind; new tables have new numbers."""
    source = await asyncio.to_thread(whole, tmp_path / "from.db")
    assert await asyncio.to_thread(move.main, [str(source), address]) == 0
    with closing(sqlite3.connect(source)) as db:
        ((at, given),) = db.execute(
            "SELECT max(updated_at), (SELECT seq FROM sqlite_sequence WHERE name = 'games') FROM games"
        )
        open_ones = [number for (number,) in db.execute("SELECT id FROM games WHERE status = 'active' AND seq > 5")]
    clock = FrozenClock()
    clock.at = at
    store = await open_store(address, clock)
    tables = await Tables.create(store, clock, SilentPublisher())
    moved = set()
    for number in open_ones:
        table = await tables.registry.load_table(number)
        seat = table.seats[table.seats_to_move[0]] if table.seats_to_move else None
        if table.kind in moved or table.game is None or seat is None or not seat.is_human or seat.standin:
            continue
        line = str(next(iter(table.game.legal(table.state, seat.index))))
        assert seat.user_id is not None
        outcome = await tables.moves.play_moves(number, seat.user_id, [line], since=table.seq, act=f"press {number}")
        assert outcome.entries[0].move == line
        moved.add(table.kind)
    assert moved == set(registry.game_types())
    assert await store.read(lambda t: t.next_game_number()) == given + 1
    await tables.close()
    await store.close()


def test_numbers_are_given_again(source: Path, address: str) -> None:
    """What gives them rested while rows were copied."""
    changed(source, "UPDATE sqlite_sequence SET seq = 777 WHERE name = 'games'")
    assert move.main([str(source), address]) == 0
    same = "kind, options, status, host, max_seats, language, thread, tag, rules, created_at, updated_at"
    one_more = f"INSERT INTO games (channel_id, {same}) SELECT 987, {same} FROM games LIMIT 1 RETURNING id"
    assert asked(address, one_more) == [(778,)]


def test_a_new_table_needs_nothing_here(
    tmp_path: Path, source: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = len(load_migrations()) + 1
    file = "CREATE TABLE trinkets (what TEXT PRIMARY KEY, worth REAL, game INTEGER REFERENCES games) STRICT"
    monkeypatch.setattr(files, "load_migrations", lambda: [*load_migrations(), (number, f"{file};")])
    from db.postgres import moving, opening

    ours = [
        *opening.load_postgres_migrations(),
        (number, file.replace(" STRICT", "").replace("REAL", "DOUBLE PRECISION")),
    ]
    monkeypatch.setattr(moving, "load_postgres_migrations", lambda: ours)
    for module in (moving, opening):
        monkeypatch.setattr(module, "load_migrations", lambda folder: [*load_migrations(folder), (number, "")])
    changed(source, file, f"PRAGMA user_version = {number}")
    changed(source, "INSERT INTO trinkets SELECT 'ring ' || id, id / 3.0, id FROM games")
    assert move.main([str(source), address]) == 0
    assert move.main([address, str(tmp_path / "back.db")]) == 0
    assert contents(tmp_path / "back.db") == contents(source)


def test_a_zero_below_zero_is_zero(tmp_path: Path, source: Path, address: str) -> None:
    """SQLite knows one zero."""
    assert move.main([str(source), address]) == 0
    asked(address, "UPDATE results SET got = '-0'::float8, mu = 25.123456789012345")
    assert move.main([address, str(tmp_path / "back.db")]) == 0
    with closing(sqlite3.connect(tmp_path / "back.db")) as db:
        assert db.execute("SELECT DISTINCT got, mu FROM results").fetchall() == [(0.0, 25.123456789012345)]


def test_what_a_file_cannot_hold_is_found(
    tmp_path: Path, source: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite has no number that is none."""
    assert move.main([str(source), address]) == 0
    asked(address, "UPDATE results SET got = 'NaN'")
    assert "The rows of the table results did not come" in refused(address, tmp_path / "back.db", capsys)
    assert not (tmp_path / "back.db").exists()


def test_who_stops_reading_leaves_the_server_as_it_was(
    tmp_path: Path, source: Path, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: FileTarget, table: TableSchema, rows: Iterable[Row]) -> None:
        next(iter(rows))
        raise StoreError("store.full", file=self.location)

    assert move.main([str(source), address]) == 0
    before = rows_there(address)
    with monkeypatch.context() as patch:
        patch.setattr(FileTarget, "write", full)
        assert "is full" in refused(address, tmp_path / "back.db", capsys)
    assert rows_there(address) == before
    assert move.main([address, str(tmp_path / "back.db")]) == 0


# Refusals


def test_texts_that_it_cannot_hold(source: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    changed(source, "UPDATE people SET name = ? WHERE user_id = 102", values=("a\0b",))
    said = refused(source, address, capsys)
    assert "the text name of a row in the table people (user_id 102)" in said
    assert rows_there(address) == 0


def test_no_such_server(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    who = "nobody:secret"
    nowhere = f"postgresql://{who}@127.0.0.1:1/none"
    assert "cannot be reached" in (said := refused(source, nowhere, capsys))
    assert "cannot be reached" in refused(nowhere, source.with_name("to.db"), capsys)
    assert "secret" not in said
    assert refused(nowhere, nowhere, capsys) == "Both are the same database postgresql://127.0.0.1:1/none."


@pytest.mark.parametrize(
    ("statement", "as_source", "as_target"),
    [
        ("CREATE TABLE theirs (x INTEGER)", "is no database of Longtable", "is no database of Longtable"),
        ("CREATE VIEW theirs AS SELECT 1", "There is no database", None),
        ("OPENED; UPDATE longtable SET version = 9999", "by a newer version", "by a newer version"),
        ("OPENED; UPDATE longtable SET version = 14", "Start this version of the bot on it once", None),
        ("OPENED; INSERT INTO digests VALUES (5, 'today')", None, "is not empty"),
        ("OPENED; INSERT INTO sqlite_sequence VALUES ('games', 5)", None, "is not empty"),
        ("OPENED; DROP TABLE reviews", "does not have the table reviews", None),
    ],
)
def test_a_database_that_is_not_fit(
    source: Path,
    address: str,
    statement: str,
    as_source: str | None,
    as_target: str | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target, before = source.with_name("to.db"), sha(source)
    if statement.startswith("OPENED; "):
        asyncio.run(opened_once(address))
    asked(address, statement.removeprefix("OPENED; "))
    there = rows_there(address)
    if as_source is not None:
        assert as_source in refused(address, target, capsys)
        assert not target.exists()
    if as_target is not None:
        assert as_target in refused(source, address, capsys)
    assert rows_there(address) == there
    assert sha(source) == before


async def test_a_bot_that_runs(source: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    running = await open_store(address, SystemClock())
    for one, other in ((source, address), (address, source.with_name("to.db"))):
        assert "the bot runs already" in await asyncio.to_thread(refused, one, other, capsys)
    await running.write(lambda t: t.put_setting(1, "a", "x"))  # it was not disturbed
    await running.close()


async def test_a_bot_whose_line_was_cut_writes_no_more(tmp_path: Path, source: Path, address: str) -> None:
    """What it wrote afterwards would be lost."""
    await opened_once(address)
    running = await open_store(address, SystemClock())
    asked(address, "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
    assert await asyncio.to_thread(move.main, [address, str(tmp_path / "to.db")]) == 0
    with pytest.raises(Exception, match="in_use"):
        await running.write(lambda t: t.put_setting(1, "a", "x"))
    await running.close()


def test_an_empty_one_takes_everything(tmp_path: Path, source: Path, address: str) -> None:
    asyncio.run(opened_once(address))
    assert move.main([str(source), address]) == 0
    assert move.main([address, str(tmp_path / "back.db")]) == 0
    assert contents(tmp_path / "back.db") == contents(source)


# Killed


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("copied log", "told"),
        ("compared sqlite_sequence", "told"),
        ("ServerTarget.commit", "db.postgres.moving"),
    ],
)
def test_killed_on_the_way(source: Path, address: str, name: str, where: str) -> None:
    before = sha(source)
    killed(source, address, name, where)
    given_up(address)
    assert sha(source) == before
    assert asked(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []
    assert move.main([str(source), address]) == 0


def test_killed_on_the_way_back(tmp_path: Path, source: Path, address: str) -> None:
    assert move.main([str(source), address]) == 0
    killed(address, tmp_path / "back.db", "compared log", "told")
    given_up(address)
    assert not (tmp_path / "back.db").exists()
    assert move.main([address, str(tmp_path / "back.db")]) == 0
    assert contents(tmp_path / "back.db") == contents(source)


# Memory


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not say what a process took")
def test_memory_is_bounded(tmp_path: Path, source: Path, address: str) -> None:
    """However much there is: here a table for which no room would be beside the programs."""
    with closing(sqlite3.connect(source)) as db:
        ((game,),) = db.execute("SELECT max(id) FROM games")
        db.execute("UPDATE games SET seq = 0 WHERE id = ?", (game,))  # else it would be replayed
        db.execute("DELETE FROM log WHERE game_id = ?", (game,))
        db.execute(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000) "
            "INSERT INTO log (game_id, seq, kind, move, barrier, events, at, first) "
            "SELECT ?, n, 'move', 'x', 0, hex(randomblob(10000)), 0, 1 FROM n",
            (game,),
        )
        db.commit()
    assert source.stat().st_size > 60_000_000
    assert 0 < most_memory(source, address) < MOST
    assert 0 < most_memory(address, tmp_path / "back.db") < MOST


def most_memory(source: Path | str, target: Path | str) -> float:
    """Megabytes that moving it took."""
    command = [sys.executable, "-c", MEASURED, json.dumps([str(source), str(target)])]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ)
    return int(done.stdout.splitlines()[-1]) / 1024
