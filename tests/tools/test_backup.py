"""The backup, as a host makes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.store import Store
from service.clock import SystemClock
from tools import backup


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite3"
    await (await Store.open(path, SystemClock())).close()
    return path


async def test_a_copy_can_be_opened(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = await Store.open(database, SystemClock())  # the bot runs on
    copy = tmp_path / "copies" / "today.sqlite3"
    assert backup.main([str(copy), "--from", str(database)]) == 0
    assert "today.sqlite3 holds a copy" in capsys.readouterr().out
    await store.close()
    await (await Store.open(copy, SystemClock())).close()


async def test_nothing_is_overwritten(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = database.read_bytes()
    with pytest.raises(SystemExit):
        backup.main([str(database), "--from", str(database)])
    assert "is there already" in capsys.readouterr().err
    assert database.read_bytes() == before


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
