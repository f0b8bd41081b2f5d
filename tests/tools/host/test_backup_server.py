"""A PostgreSQL database that was put back with the server's own programs."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from db.rows import OPEN
from db.store import open_store
from service.store.clock import SystemClock
from tools import postgres
from tools.host import backup, move

from ..moving import small

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")


@pytest.fixture
def databases(postgresql: str) -> Iterator[tuple[str, str]]:
    """Two empty ones."""
    names = [f"{name}_{os.getpid()}" for name in ("first", "second")]
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as server:
        for name in names:
            server.execute(f"CREATE DATABASE {name}")
        yield f"{postgresql}/{names[0]}", f"{postgresql}/{names[1]}"
        for name in names:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


async def refused_while_it_runs(address: str) -> None:
    store = await open_store(address, SystemClock())
    try:
        with pytest.raises(SystemExit):
            backup.main(["--restored", address])
    finally:
        await store.close()


def test_tables_are_shown_anew(databases: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there, again = databases
    assert move.main([str(small(tmp_path / "small.sqlite3")), there]) == 0
    dumped = tmp_path / "dump"
    subprocess.run([str(postgres.find_program("pg_dump")), "-Fc", f"--file={dumped}", there], check=True)
    subprocess.run(
        [str(postgres.find_program("pg_restore")), "--no-owner", f"--dbname={again}", str(dumped)], check=True
    )
    asyncio.run(refused_while_it_runs(again))
    assert "is in use" in capsys.readouterr().err
    assert backup.main(["--restored", again]) == 0
    assert "will be shown anew" in capsys.readouterr().out
    tags = f"SELECT id, tag FROM games WHERE status IN {OPEN} ORDER BY id"
    with psycopg.connect(there) as before, psycopg.connect(again) as after:
        old, new = before.execute(tags).fetchall(), after.execute(tags).fetchall()
        assert [number for number, _ in old] == [number for number, _ in new]
        assert old
        assert all(one != other and len(other) == 8 for (_, one), (_, other) in zip(old, new, strict=True))
        stale = after.execute(
            "SELECT count(*) FROM posts p JOIN games g ON g.id = p.game_id AND g.live = p.number "
            f"WHERE g.status IN {OPEN} AND p.message_id IS NOT NULL AND p.seq <> 0"
        ).fetchone()
        assert stale == (0,)
    asyncio.run(refused_while_it_runs(again))  # it can be opened


def test_it_asks_for_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        backup.main(["--restored", "data/longtable.sqlite3"])
    assert "Name a database on a server" in capsys.readouterr().err
