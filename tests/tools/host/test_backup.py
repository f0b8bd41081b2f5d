"""The backup, as a host makes it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.store import open_store
from service.store.clock import SystemClock
from tools.host import backup


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    await (await open_store(path, SystemClock())).close()
    return path


async def test_a_copy_can_be_opened(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await open_store(database, SystemClock())  # the bot runs on
    copy = tmp_path / "copies" / "today.sqlite3"
    assert backup.main([str(copy), "--from", str(database)]) == 0
    assert "today.sqlite3 holds a copy" in capsys.readouterr().out
    await store.close()
    await (await open_store(copy, SystemClock())).close()


async def test_nothing_is_overwritten(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = database.read_bytes()
    with pytest.raises(SystemExit):
        backup.main([str(database), "--from", str(database)])
    assert "is there already" in capsys.readouterr().err
    assert database.read_bytes() == before


async def test_the_way_back(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.sqlite3"
    backup.main([str(copy), "--from", str(database)])
    store = await open_store(database, SystemClock())
    await store.write(lambda t: t.put_person(5, "Later", 1))
    with pytest.raises(SystemExit):  # the bot runs
        backup.main(["--restore", str(copy), "--to", str(database)])
    assert "is in use" in capsys.readouterr().err
    await store.close()
    assert backup.main(["--check", str(copy)]) == 0
    assert "is sound: 0 games" in capsys.readouterr().out
    assert backup.main(["--restore", str(copy), "--to", str(database)]) == 0
    said = capsys.readouterr().out
    (kept,) = tmp_path.glob("games.sqlite3.before-*Z")
    assert "copy.sqlite3: 0 games" in said
    assert str(kept) in said
    for path, people in ((database, []), (kept, [(5,)])):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT user_id FROM people").fetchall() == people


def test_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert backup.main(["--list", "--from", str(tmp_path / "games.sqlite3")]) == 0
    assert "no backups" in capsys.readouterr().out
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "longtable-2026-11-14-120000Z.sqlite3").touch()
    assert backup.main(["--list", "--from", str(tmp_path / "games.sqlite3")]) == 0
    assert "2026-11-14" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"no database at all, but long enough to be looked at" * 40])
def test_what_is_no_database_is_named(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "broken.sqlite3"
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(SystemExit) as left:
        backup.main([str(tmp_path / "copy.sqlite3"), "--from", str(source)])
    assert left.value.code == 2
    said = capsys.readouterr().err
    assert "broken.sqlite3" in said
    assert said.strip().endswith(".")
