"""Opening a database: new, damaged, foreign, newer, held by another, reached by a link."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import cogs.check
from db import opening
from db.backup import make_backup
from db.errors import StoreError
from db.store import Store, Transaction, open_store
from words import Voice

from .files import CLOCK, GAME, made, refusal, sha


async def test_a_new_file_gets_the_whole_schema(store: Store, path: Path) -> None:
    def look(t: Transaction) -> tuple[object, ...]:
        names = ("user_version", "application_id", "journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return tuple(t.db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    newest = len(opening.load_migrations())
    assert await store.read(look) == (newest, opening.APPLICATION_ID, "wal", 2, 1, 5000)
    strict = await store.read(
        lambda t: {row[1]: row[5] for row in t.db.execute("PRAGMA table_list") if not row[1].startswith("sqlite_")}
    )
    assert set(strict.values()) == {1}
    assert {"games", "seats", "log", "checkpoints", "posts", "votes", "people", "stretches", "acts"} <= strict.keys()
    assert {"settings", "standing"} <= strict.keys()


async def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    store = await open_store(path, CLOCK)
    assert await store.read(lambda t: t.open_games()) == []
    await store.close()
    await store.close()  # twice is no fault


async def test_opening_again_keeps_everything(path: Path) -> None:
    await made(path)
    store = await open_store(path, CLOCK)
    (game,) = await store.read(lambda t: t.open_games())
    assert (game.id, game.kind, game.channel_id) == (1, "g", 70)
    await store.close()


@pytest.mark.parametrize("content", [b"no database at all, but long enough for a header " * 40, b"SQLite format 3\0"])
async def test_a_file_that_is_no_database(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert (await refusal(path)).key == "store.corrupt"


@pytest.mark.parametrize("at", [0.2, 0.5, 0.9])
async def test_a_damaged_database(path: Path, at: float) -> None:
    await made(path)
    content = bytearray(path.read_bytes())
    first = int(len(content) * at) // 4096 * 4096
    content[first : first + 4096] = b"\xff" * 4096
    path.write_bytes(bytes(content))
    assert (await refusal(path)).key == "store.corrupt"


def scrawled(content: bytes, at: int, seed: int) -> bytes:
    """The file with letters of no alphabet in it."""
    ink = bytes(0x80 + (seed * 31 + n * 7) % 0x80 for n in range(40))
    return content[:at] + ink + content[at + len(ink) :]


async def test_a_damaged_page_of_the_schema(path: Path) -> None:
    """Its statements are texts; SQLite's module raises an error of its own where they are none."""
    await made(path)
    content = path.read_bytes()
    keys = set()
    for at in range(100, 4096 * 3, 61):
        path.write_bytes(scrawled(content, at, at))
        try:
            store = await open_store(path, CLOCK)
        except StoreError as error:
            keys.add(error.key)
            said = Voice("en")(error.key, **error.params)
            assert str(path) in said
            with pytest.raises(StoreError):
                make_backup(path, path.with_name("copy"))
            assert cogs.check.describe_database_file(path, Voice("en")).startswith("damaged")
        else:
            await store.close()
    assert keys == {"store.corrupt"}


async def test_a_text_that_is_none(path: Path) -> None:
    """Bytes in a row that are no letters keep no other row from being read."""
    await made(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET tag = CAST(x'61ffff' AS TEXT)")
        db.commit()
    store = await open_store(path, CLOCK)
    (game,) = await store.read(lambda t: t.open_games())
    assert (game.tag, game.kind) == ("a\ufffd\ufffd", "g")
    await store.close()


async def test_a_truncated_database(path: Path) -> None:
    await made(path)
    path.write_bytes(path.read_bytes()[: 4096 * 5])
    assert (await refusal(path)).key == "store.corrupt"


async def test_a_newer_database(path: Path) -> None:
    await made(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.commit()
    error = await refusal(path)
    assert error.key == "store.newer"
    assert (error.params["version"], error.params["known"]) == (999, len(opening.load_migrations()))


async def test_a_newer_database_whose_last_words_are_in_its_wal(path: Path, tmp_path: Path) -> None:
    """What a killed process left beside the file is read too, and left there."""
    await made(path)
    code = (
        "import sqlite3, os, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "db.execute('PRAGMA wal_autocheckpoint = 0'); db.execute('PRAGMA user_version = 999'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    wal = path.with_name(path.name + "-wal")
    assert wal.stat().st_size > 0
    before = sha(wal)
    assert (await refusal(path)).key == "store.newer"
    assert sha(wal) == before


async def test_somebody_elses_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        db.commit()
    assert (await refusal(path)).key == "store.foreign"


async def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    error = await refusal(tmp_path / "nowhere" / "longtable.db")
    assert (error.key, error.params["folder"]) == ("store.no_folder", str(tmp_path / "nowhere"))


async def test_a_folder_in_place_of_the_file(path: Path) -> None:
    path.mkdir()
    assert (await refusal(path)).key == "store.unreadable"


@pytest.mark.skipif(os.geteuid() == 0, reason="for the superuser no file is unreadable")
async def test_a_file_that_may_not_be_read_or_written(path: Path) -> None:
    await made(path)
    path.chmod(0o000)
    assert (await _key(path)) == "store.unreadable"
    path.chmod(0o400)
    assert (await _key(path)) == "store.read_only"


@pytest.mark.parametrize(
    ("code", "key"),
    [
        (sqlite3.SQLITE_NOTADB, "corrupt"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "corrupt"),
        (sqlite3.SQLITE_BUSY, "locked"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "read_only"),
        (sqlite3.SQLITE_PERM, "read_only"),
        (sqlite3.SQLITE_FULL, "full"),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, "unreadable"),
        (sqlite3.SQLITE_IOERR_FSYNC, "failed"),
    ],
)
def test_what_sqlite_says_in_our_words(code: int, key: str) -> None:
    error = sqlite3.OperationalError("something technical")
    error.sqlite_errorcode = code
    found = opening.explain_sqlite_error(error, Path("longtable.db"))
    assert (found.key, found.params["file"]) == (f"store.{key}", "longtable.db")
    assert Voice("en").phrase(found)


async def _key(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        await open_store(path, CLOCK)
    return caught.value.key


async def test_a_database_somebody_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(path)
    monkeypatch.setattr(opening, "WAIT_MS", 50)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        assert (await refusal(path)).key == "store.locked"
        db.execute("ROLLBACK")
    await (await open_store(path, CLOCK)).close()


async def test_one_process_at_a_time(store: Store, path: Path) -> None:
    assert (await refusal(path)).key == "store.in_use"


@pytest.mark.parametrize("link", ["file", "folder", "chain", "relative"])
async def test_another_name_of_the_same_file(store: Store, path: Path, link: str, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    if link == "folder":
        (other / "linked").symlink_to(path.parent)
        name = other / "linked" / path.name
    else:
        name = other / "other.db"
        name.symlink_to(Path("..") / path.name if link == "relative" else path)
    if link == "chain":
        (other / "third.db").symlink_to(name)
        name = other / "third.db"
    assert (await _key(name)) == "store.in_use"
    await store.close()
    second = await open_store(name, CLOCK)
    assert (await refusal(path)).key == "store.in_use"
    await second.write(lambda t: t.add_game(GAME))
    await second.close()
    assert name.is_symlink() or link == "folder"
    assert [entry.name for entry in other.iterdir() if entry.suffix in (".lock", ".db-wal")] == []


async def test_a_link_to_a_file_that_is_still_to_be_made(path: Path, tmp_path: Path) -> None:
    name = tmp_path / "first.db"
    name.symlink_to(path)
    store = await open_store(name, CLOCK)
    assert path.exists()
    assert (await refusal(path)).key == "store.in_use"
    await store.close()


async def test_links_that_lead_in_a_ring(path: Path, tmp_path: Path) -> None:
    path.symlink_to(tmp_path / "round")
    (tmp_path / "round").symlink_to(path)
    assert (await _key(path)) == "store.unreadable"


async def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert (await _key(tmp_path / ("a" * 300))) == "store.unreadable"
    assert (await _key(tmp_path / ("a" * 300) / "games.db")) in ("store.unreadable", "store.no_folder")


async def test_a_refused_file_can_be_opened_once_it_is_free(path: Path) -> None:
    first = await open_store(path, CLOCK)
    assert (await refusal(path)).key == "store.in_use"
    await first.close()
    await (await open_store(path, CLOCK)).close()


async def test_a_change_left_half_done_by_a_crash_is_taken_back(path: Path) -> None:
    """A rollback journal beside the file: SQLite needs to write to recover, and then the file is looked at."""
    code = (
        "import sqlite3, os, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "db.execute('CREATE TABLE t (x)'); db.execute('PRAGMA cache_size = 1'); db.execute('BEGIN');"
        "db.executemany('INSERT INTO t VALUES (?)', [('x' * 4000,)] * 50); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert path.with_name(path.name + "-journal").exists()
    with pytest.raises(StoreError) as caught:
        await open_store(path, CLOCK)
    assert caught.value.key == "store.foreign"
