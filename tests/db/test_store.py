"""The store: a new file, refusals, transactions, backup."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

import cogs.check
from db import opening
from db.backup import backup
from db.errors import Conflict, StoreError
from db.rows import GameRow, LogRow, SeatRow
from db.store import Store, Transaction
from service.clock import SystemClock
from words import Voice

CLOCK = SystemClock()
ROOT = Path(__file__).resolve().parents[2]
GAME = GameRow(
    id=0,
    guild_id=None,
    channel_id=70,
    kind="g",
    options="{}",
    status="lobby",
    host=1,
    max_seats=4,
    seat_order=None,
    language="en",
    thread=0,
    tidy=None,
    tag="00000000",
    rules=0,
    commitment=None,
    lucky=0,
    seq=0,
    rematch_of=None,
    homeless=0,
    undone_at=None,
    posts=0,
    live=None,
    created_at=5,
    updated_at=5,
)
ENTRY = LogRow(1, 1, None, "start", "start", "", 1, "[]", 5, None, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "longtable.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(path, CLOCK)
    yield store
    await store.close()


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


async def refusal(path: Path) -> StoreError:
    """The refusal to open this file, which must be as it was afterwards."""
    before, inode = (sha(path), path.stat().st_ino) if path.is_file() else (None, None)
    with pytest.raises(StoreError) as caught:
        await Store.open(path, CLOCK)
    if before is not None:
        assert (sha(path), path.stat().st_ino) == (before, inode)
    assert caught.value.params["file"] == str(path)
    return caught.value


async def made(path: Path) -> Path:
    """A sound database with one game."""
    store = await Store.open(path, CLOCK)
    await store.write(lambda t: t.add_game(GAME))
    await store.close()
    return path


async def test_a_new_file_gets_the_whole_schema(store: Store, path: Path) -> None:
    def look(t: Transaction) -> tuple[object, ...]:
        names = ("user_version", "application_id", "journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return tuple(t.db.execute(f"PRAGMA {name}").fetchone()[0] for name in names)

    newest = len(opening.migrations())
    assert await store.read(look) == (newest, opening.APPLICATION_ID, "wal", 2, 1, 5000)
    strict = await store.read(
        lambda t: {row[1]: row[5] for row in t.db.execute("PRAGMA table_list") if not row[1].startswith("sqlite_")}
    )
    assert set(strict.values()) == {1}
    assert {"games", "seats", "log", "checkpoints", "posts", "votes", "people", "stretches", "acts"} <= strict.keys()
    assert {"settings", "standing"} <= strict.keys()


async def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    store = await Store.open(path, CLOCK)
    assert await store.read(lambda t: t.open_games()) == []
    await store.close()
    await store.close()  # twice is no fault


async def test_opening_again_keeps_everything(path: Path) -> None:
    await made(path)
    store = await Store.open(path, CLOCK)
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
            store = await Store.open(path, CLOCK)
        except StoreError as error:
            keys.add(error.key)
            said = Voice("en")(error.key, **error.params)
            assert str(path) in said
            with pytest.raises(StoreError):
                backup(path, path.with_name("copy"))
            assert cogs.check.database(path, Voice("en")).startswith("damaged")
        else:
            await store.close()
    assert keys == {"store.corrupt"}


async def test_a_text_that_is_none(path: Path) -> None:
    """Bytes in a row that are no letters keep no other row from being read."""
    await made(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE games SET tag = CAST(x'61ffff' AS TEXT)")
        db.commit()
    store = await Store.open(path, CLOCK)
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
    assert (error.params["version"], error.params["known"]) == (999, len(opening.migrations()))


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
    found = opening.refusal(error, Path("longtable.db"))
    assert (found.key, found.params["file"]) == (f"store.{key}", "longtable.db")
    assert Voice("en").phrase(found)


async def _key(path: Path) -> str:
    with pytest.raises(StoreError) as caught:
        await Store.open(path, CLOCK)
    return caught.value.key


async def test_a_database_somebody_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(path)
    monkeypatch.setattr(opening, "WAIT_MS", 50)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        assert (await refusal(path)).key == "store.locked"
        db.execute("ROLLBACK")
    await (await Store.open(path, CLOCK)).close()


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
    second = await Store.open(name, CLOCK)
    assert (await refusal(path)).key == "store.in_use"
    await second.write(lambda t: t.add_game(GAME))
    await second.close()
    assert name.is_symlink() or link == "folder"
    assert [entry.name for entry in other.iterdir() if entry.suffix in (".lock", ".db-wal")] == []


async def test_a_link_to_a_file_that_is_still_to_be_made(path: Path, tmp_path: Path) -> None:
    name = tmp_path / "first.db"
    name.symlink_to(path)
    store = await Store.open(name, CLOCK)
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
    first = await Store.open(path, CLOCK)
    assert (await refusal(path)).key == "store.in_use"
    await first.close()
    await (await Store.open(path, CLOCK)).close()


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
        await Store.open(path, CLOCK)
    assert caught.value.key == "store.foreign"


# Migrations


OURS = opening.migrations()


def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str, ours: int = len(OURS)) -> None:
    """So many of our migrations, and more after them."""
    folder = tmp_path / f"migrations-{ours}-{len(more)}"
    folder.mkdir()
    for number, text in enumerate([*(text for _, text in OURS[:ours]), *more], 1):
        (folder / f"{number:04}_step.sql").write_text(text)
    monkeypatch.setattr("db.store.MIGRATIONS", folder)


def written_by_the_first_version(t: Transaction) -> None:
    """A game with a log, somebody who is waited for, and an open vote."""
    t.db.execute(
        "INSERT INTO games (channel_id, kind, options, status, host, max_seats, language, thread, tag, rules, "
        "created_at, updated_at) VALUES (70, 'g', '{}', 'active', 1, 4, 'en', 0, '00000000', 0, 5, 5)"
    )
    t.db.execute("INSERT INTO stretches (game_id, seat, since, seq, pinged) VALUES (1, 0, 7, 1, 1)")
    t.db.execute(
        "INSERT INTO log (game_id, seq, kind, move, barrier, events, at, first) "
        "VALUES (1, 1, 'start', 'start', 1, '[]', 5, 1)"
    )
    t.db.execute(
        "INSERT INTO votes (game_id, what, back_to, proposer, voters, yes, no, status, opened_at, closes_at) "
        "VALUES (1, 'undo', 1, 101, '101 102', '101', '', 'open', 5, 9)"
    )


async def test_a_database_of_the_first_version_is_brought_up_to_date(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps(tmp_path, monkeypatch, ours=1)
    store = await Store.open(path, CLOCK)
    await store.write(written_by_the_first_version)
    await store.close()
    monkeypatch.undo()
    for _ in range(2):
        store = await Store.open(path, CLOCK)
        (game,) = await store.read(lambda t: t.open_games())
        assert (game.pace, game.late, game.look_at) == ("none", "ask", None)  # nobody is late by an update
        (stretch,) = await store.read(lambda t: t.stretches(1))
        assert (stretch.since, stretch.due, stretch.remind_at) == (7, None, None)
        assert await store.read(lambda t: t.entries(1)) == [ENTRY]
        (vote,) = await store.read(lambda t: t.open_votes())
        assert (vote.what, vote.back_to, vote.value, vote.proposer) == ("undo", 1, None, 101)
        assert await store.read(lambda t: t.db.execute("PRAGMA user_version").fetchone()) == (len(OURS),)
        assert [game.kind for game in await store.read(lambda t: t.open_games())] == ["g"]
        assert await store.read(lambda t: (t.settings(), t.open_standing())) == ([], [])
        await store.close()


async def test_settings_of_people(store: Store) -> None:
    for name, value in (("a", "on"), ("b", "x"), ("a", "off"), ("b", None), ("c", None)):
        await store.write(lambda t, name=name, value=value: t.put_setting(101, name, value))
    await store.write(lambda t: t.put_setting(102, "a", "on"))
    assert sorted(await store.read(lambda t: t.settings())) == [(101, "a", "off"), (102, "a", "on")]


async def test_standing_answers_go_with_their_game(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.put_standing(1, [(101, "a", True), (102, "a", False)]))
    assert await store.read(lambda t: t.open_standing()) == [(1, 101, "a", True), (1, 102, "a", False)]
    await store.write(lambda t: t.put_standing(1, [(102, "b", True)]))
    assert await store.read(lambda t: t.standing(1)) == [(102, "b", True)]
    with pytest.raises(StoreError):
        await store.write(lambda t: t.put_standing(2, [(101, "a", True)]))
    await store.write(lambda t: t.db.execute("DELETE FROM games WHERE id = 1"))
    assert await store.read(lambda t: t.standing(1)) == []


async def test_migrations_run_in_order_and_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(path)
    steps(
        tmp_path,
        monkeypatch,
        "CREATE TABLE more (x INTEGER) STRICT;\nINSERT INTO more VALUES (1);",
        "INSERT INTO more VALUES (2);",
    )
    for _ in range(2):
        store = await Store.open(path, CLOCK)
        assert await store.read(lambda t: t.db.execute("SELECT x FROM more").fetchall()) == [(1,), (2,)]
        assert len(await store.read(lambda t: t.open_games())) == 1
        await store.close()


async def test_a_migration_that_fails_leaves_no_trace(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path)
    steps(tmp_path, monkeypatch, "CREATE TABLE more (x INTEGER) STRICT;\nINSERT INTO nothing VALUES (1);")
    with pytest.raises(StoreError) as caught:
        await Store.open(path, CLOCK)
    assert (caught.value.key, caught.value.params["number"]) == ("store.migration", len(OURS) + 1)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(OURS),)
        assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'more'").fetchone() == (0,)


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    assert [number for number, _ in opening.migrations()] == list(range(1, 10))
    (tmp_path / "0002_late.sql").write_text("")
    with pytest.raises(AssertionError):
        opening.migrations(tmp_path)
    (tmp_path / "first.sql").write_text("")
    with pytest.raises(AssertionError):
        opening.migrations(tmp_path)


# Transactions


async def test_what_raises_is_undone(store: Store) -> None:
    def failing(t: Transaction) -> None:
        t.add_game(GAME)
        raise KeyError("something else")

    with pytest.raises(KeyError):
        await store.write(failing)
    assert await store.read(lambda t: t.open_games()) == []
    assert await store.write(lambda t: t.add_game(GAME)) == 1


async def test_a_home_has_one_open_game(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    with pytest.raises(Conflict) as caught:
        await store.write(lambda t: t.add_game(GAME))
    assert caught.value.params == {"what": "home"}


async def test_an_entry_is_written_once(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.add_entries([ENTRY]))
    with pytest.raises(Conflict):
        await store.write(lambda t: t.add_entries([ENTRY]))
    with pytest.raises(Conflict):
        await store.write(lambda t: t.save_seats([SeatRow(1, 0, None, "m", "R", "easy", 0, 0, None, None, None)]))
    assert await store.read(lambda t: t.entries(1)) == [ENTRY]


async def test_rows_of_no_game_are_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.write(lambda t: t.save_state(99, 1, b"x"))


async def test_numbers_of_games_are_never_reused(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.db.execute("DELETE FROM games").rowcount)
    assert await store.write(lambda t: t.add_game(GAME)) == 2


async def test_a_cancelled_writer_leaves_the_store_usable(store: Store) -> None:
    async def write() -> None:
        await store.write(lambda t: t.add_game(GAME))

    for _ in range(20):
        task = asyncio.ensure_future(write())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
    count = await store.read(lambda t: len(t.open_games()))
    assert count in (0, 1)
    assert not store._db.in_transaction


async def test_big_numbers_and_odd_names_come_back(store: Store) -> None:
    user, name = (1 << 63) - 1, "Zoë 🐉 'Robert'); DROP TABLE games;--"
    await store.write(lambda t: t.put_person(user, name, 5))
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.put_seats(1, [SeatRow(1, 0, user, "", "R", None, 0, 0, None, None, None)]))
    (seat,) = await store.read(lambda t: t.seats(1))
    assert (seat.user_id, seat.name) == (user, name)


async def test_what_is_read_at_the_start_does_not_grow_with_the_games_that_are_over(store: Store) -> None:
    """The messages that stand in the homes of open games are found by their keys, not by reading all of them."""

    def plan(t: Transaction) -> list[str]:
        asked: list[str] = []
        t.db.set_trace_callback(asked.append)
        t.live_posts()
        t.db.set_trace_callback(None)
        return [str(row[3]) for row in t.db.execute(f"EXPLAIN QUERY PLAN {asked[0]}")]

    steps = await store.read(plan)
    assert "SEARCH posts USING PRIMARY KEY (game_id=? AND number=?)" in steps
