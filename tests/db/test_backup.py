"""Backups: whole and sound while the bot writes; rotation; going back, with nothing lost on the way."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db import backup as module
from db import opening
from db.backup import (
    Interruptible,
    backups_newest_first,
    check_live_database,
    delete_old_backups,
    examine_backup,
    format_backup_name,
    make_backup,
    parse_backup_name,
    replace_with_backup,
)
from db.errors import StoreError
from db.opening import Stopped
from db.store import Store, Transaction, open_store

from .files import CLOCK, ENTRY, GAME, ROOT, made, sha


def kinds(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [row[0] for row in db.execute("SELECT kind FROM games ORDER BY id")]


def heavy(path: Path, rows: int = 2000) -> None:
    """Some megabytes of games."""
    with closing(sqlite3.connect(path)) as db:
        names = [row[1] for row in db.execute("PRAGMA table_info(games)") if row[1] not in ("id", "channel_id", "tag")]
        listed = ", ".join(names)
        db.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) "
            f"INSERT INTO games (id, channel_id, tag, {listed}) SELECT i, 70 + i, hex(zeroblob(500)), {listed} "
            "FROM games, n WHERE id = 1"
        )
        db.commit()


def key_of(work: Any, *given: Any) -> str:
    with pytest.raises(StoreError) as caught:
        work(*given)
    return caught.value.key


async def test_a_backup_is_taken_while_the_database_is_in_use(store: Store, path: Path, tmp_path: Path) -> None:
    await store.write(lambda t: t.add_game(GAME))
    target = tmp_path / "copy.db"
    target.write_text("what was here before")
    await asyncio.to_thread(make_backup, path, target)
    await store.write(lambda t: t.db.execute("UPDATE games SET kind = 'later'").rowcount)
    assert [p.name for p in tmp_path.glob("copy.db*")] == ["copy.db"]
    copy = await open_store(target, CLOCK)
    assert [game.kind for game in await copy.read(lambda t: t.open_games())] == ["g"]
    await copy.close()


async def test_who_writes_meanwhile_neither_waits_nor_makes_it_begin_anew(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is written between its pieces."""
    await made(path)
    heavy(path)
    store = await open_store(path, CLOCK)
    monkeypatch.setattr(module, "PAGES_PER_STEP", 40)
    monkeypatch.setattr(module, "PAUSE_SECONDS", 0)
    loop = asyncio.get_running_loop()
    asked = written = 0

    def calm() -> bool:
        nonlocal asked
        asked += 1
        return False

    def busy() -> bool:
        nonlocal written
        written += 1
        if written < 500:
            kind = f"m{written}"
            work = store.write(lambda t: t.db.execute("UPDATE games SET kind = ? WHERE id = 1", (kind,)).rowcount)
            assert asyncio.run_coroutine_threadsafe(work, loop).result(30) == 1
        return False

    target = tmp_path / "copy.db"
    await asyncio.to_thread(make_backup, path, target, calm)
    await asyncio.to_thread(make_backup, path, target, busy)
    assert asked > target.stat().st_size // 4096 // 40
    assert written <= asked + 2
    assert {"g"} <= set(kinds(target)) <= {"g", "m1"}  # once is asked before the copy begins
    await store.close()
    assert kinds(path)[0] == f"m{min(written, 499)}"


async def test_a_backup_by_another_process_sees_what_is_committed(store: Store, path: Path, tmp_path: Path) -> None:
    await store.write(lambda t: t.add_game(GAME))  # still in the write-ahead log
    target = tmp_path / "copy.db"
    code = (
        "import sys; from pathlib import Path; from db.backup import make_backup; make_backup(*map(Path, sys.argv[1:]))"
    )
    subprocess.run([sys.executable, "-c", code, str(path), str(target)], check=True, timeout=60, cwd=ROOT)
    assert kinds(target) == ["g"]
    await store.write(lambda t: t.add_entries([ENTRY]))  # the bot goes on


async def test_backups_that_cannot_be_made(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "copy.db"
    assert key_of(make_backup, tmp_path / "none.db", target) == "store.missing"
    await made(path)
    assert key_of(make_backup, path, tmp_path / "nowhere" / "copy.db") == "store.no_folder"
    (tmp_path / "folder").mkdir()
    assert key_of(make_backup, path, tmp_path / "folder") == "store.backup"
    with monkeypatch.context() as patch:
        size = path.stat().st_size
        patch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 0, 2 * size - 1))
        assert key_of(make_backup, path, target) == "store.no_room"
    with pytest.raises(Stopped):
        make_backup(path, target, lambda: True)
    path.write_bytes(b"broken" * 1000)
    assert key_of(make_backup, path, target) == "store.corrupt"
    assert not target.exists()
    assert not list(tmp_path.glob("*.part*"))


async def test_a_damage_that_the_start_does_not_see(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large file the start checks what it reads; the rest is found by `check`, and no backup is made of it."""
    store = await open_store(path, CLOCK)
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.add_entries([ENTRY]))
    await store.close()
    monkeypatch.setattr(opening, "COMPLETE_CHECK_BYTES", 0)
    await (await open_store(path, CLOCK)).close()
    check_live_database(path)
    with closing(sqlite3.connect(path)) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_schema"))
    sound = path.read_bytes()

    def damaged(table: str) -> None:
        at = (roots[table] - 1) * 4096
        path.write_bytes(sound[:at] + b"\xff" * 4096 + sound[at + 4096 :])

    damaged("log")
    store = await open_store(path, CLOCK)
    assert [game.kind for game in await store.read(lambda t: t.open_games())] == ["g"]
    with pytest.raises(StoreError) as caught:
        await store.read(lambda t: t.entries(1))
    assert caught.value.key == "store.corrupt"
    await store.close()
    assert key_of(check_live_database, path) == "store.corrupt"
    assert key_of(make_backup, path, tmp_path / "copy.db") == "store.corrupt"
    assert not list(tmp_path.glob("copy.db*"))
    damaged("seats")
    with pytest.raises(StoreError) as caught:
        await open_store(path, CLOCK)
    assert caught.value.key == "store.corrupt"


def test_names_tell_the_time() -> None:
    assert format_backup_name(1_700_000_000) == "longtable-2023-11-14-221320Z.sqlite3"
    assert parse_backup_name(format_backup_name(1_700_000_000)) == 1_700_000_000


def test_only_the_newest_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    for hour in range(6):
        (tmp_path / format_backup_name(1_700_000_000 + 3600 * hour)).touch()
    others = {"longtable-2023-11-14.sqlite3", "mine.sqlite3", "longtable.sqlite3", "longtable-2023-11-14-2213Z.sqlite3"}
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / "longtable-2023-11-14-221320Z.sqlite3.part").touch()  # a crash left it
    newest = [format_backup_name(1_700_000_000 + 3600 * hour) for hour in (5, 4)]
    assert len(delete_old_backups(tmp_path, 2)) == 5
    assert [path.name for path in backups_newest_first(tmp_path)] == newest
    assert {path.name for path in tmp_path.iterdir()} == {*newest, *others}
    assert backups_newest_first(tmp_path / "nowhere") == []


# Going back


async def two(path: Path, source: Path) -> None:
    """A backup with one game, and a database in which it went on afterwards."""
    await made(path)
    make_backup(path, source)
    store = await open_store(path, CLOCK)
    await store.write(lambda t: t.db.execute("UPDATE games SET kind = 'later'").rowcount)
    await store.close()


async def test_restoring_keeps_what_was_there(path: Path, tmp_path: Path) -> None:
    source = tmp_path / "copy.db"
    await two(path, source)
    before = sha(source)
    assert examine_backup(source) == (1, GAME.updated_at)
    kept = replace_with_backup(source, path, 1_700_000_000)
    assert kept is not None
    assert (kinds(path), kinds(kept), sha(source)) == (["g"], ["later"], before)
    assert not list(tmp_path.glob("*.part*"))
    await (await open_store(path, CLOCK)).close()


async def test_what_a_killed_bot_left_beside_the_file_is_not_read_into_the_restored_one(
    path: Path, tmp_path: Path
) -> None:
    source = tmp_path / "copy.db"
    await two(path, source)
    code = (
        "import sqlite3, os, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "db.execute('PRAGMA wal_autocheckpoint = 0'); db.execute('UPDATE games SET kind = \"last\"'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, timeout=60)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    kept = replace_with_backup(source, path, 1_700_000_000)
    assert kept is not None
    assert (kinds(path), kinds(kept)) == (["g"], ["last"])


async def test_a_new_place(path: Path, tmp_path: Path) -> None:
    await two(path, tmp_path / "copy.db")
    assert replace_with_backup(tmp_path / "copy.db", tmp_path / "other.db", 0) is None
    assert kinds(tmp_path / "other.db") == ["g"]


async def test_open_games_get_new_marks(path: Path, tmp_path: Path) -> None:
    """Else Discord would take the first messages after it for repeated ones."""
    await two(path, tmp_path / "copy.db")
    replace_with_backup(tmp_path / "copy.db", path, 0)
    store = await open_store(path, CLOCK)
    (game,) = await store.read(lambda t: t.open_games())
    assert len(game.tag) == len(GAME.tag)
    assert game.tag != GAME.tag
    await store.close()


async def test_restoring_is_refused_and_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "copy.db"
    await two(path, source)
    sound, before = source.read_bytes(), sha(path)
    files = set(tmp_path.iterdir())
    assert key_of(replace_with_backup, tmp_path / "none.db", path, 0) == "store.missing"
    source.write_bytes(sound[: len(sound) // 2])
    assert key_of(replace_with_backup, source, path, 0) == "store.corrupt"
    source.write_bytes(b"")
    assert key_of(replace_with_backup, source, path, 0) == "store.foreign"
    source.write_bytes(sound)
    with closing(sqlite3.connect(source)) as db:
        db.execute("PRAGMA user_version = 999")
    assert key_of(replace_with_backup, source, path, 0) == "store.newer"
    source.write_bytes(sound)
    store = await open_store(path, CLOCK)
    assert key_of(replace_with_backup, source, path, 0) == "store.in_use"
    await store.close()
    with monkeypatch.context() as patch:

        def refused(_: object, target: object) -> None:
            raise OSError(28, "No space left on device", str(target))

        patch.setattr(os, "link", refused)
        patch.setattr(shutil, "copyfile", refused)
        assert key_of(replace_with_backup, source, path, 0) == "store.restore"
    assert sha(path) == before
    assert set(tmp_path.iterdir()) - {path.with_name(path.name + ".lock")} == files - {
        path.with_name(path.name + ".lock")
    }
    assert kinds(path) == ["later"]


def test_whoever_stops_is_heard() -> None:
    stopped = Interruptible()
    assert not stopped()
    stopped.stop()
    assert stopped()


async def test_the_columns_that_are_left_out_are_there(store: Store) -> None:
    """Whoever renames a table of those that grow must say so where they are left out."""

    def look(t: Transaction) -> set[str]:
        return {str(row[0]) for row in t.db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}

    assert await store.read(look) >= opening.CHECKED_LATER
