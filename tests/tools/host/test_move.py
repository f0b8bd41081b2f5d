"""Moving a bot from file to file: what is moved, what is refused, what is left when it is killed. With a server:
`test_move_server.py`."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from db.moving import files
from db.moving.ends import Row, TableSchema
from db.moving.files import FileTarget
from db.opening import load_migrations
from db.store import open_store
from service.store.clock import SystemClock
from tests.db.files import sha
from tools.host import move, moved_games

from ..moving import changed, contents, killed, opened_once, refused, schema, small, stored, whole


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return small(tmp_path / "from.db")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "to.db"


def nothing_beside(path: Path) -> bool:
    """Whether no file of that name, and nothing but the lock beside it."""
    return {found.name for found in path.parent.glob(f"{path.name}*")} <= {f"{path.name}.lock"}


def test_every_table_is_moved(tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = whole(tmp_path / "from.db")
    there, before = contents(source), sha(source)
    assert set(there) == schema()
    assert all(there.values())
    assert move.main([str(source), str(target)]) == 0
    assert contents(target) == there
    assert sha(source) == before
    captured = capsys.readouterr()
    assert f"{target} now holds all of {source}: {len(there['games'])} games" in captured.out
    assert f"copied log: {len(there['log']):,} of {len(there['log']):,}\n" in captured.err
    assert "games were replayed" in captured.out
    assert nothing_beside(tmp_path / "to.db.part")
    assert not (tmp_path / "from.db-wal").exists()


def test_a_new_table_needs_nothing_here(source: Path, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = (
        len(load_migrations()) + 1,
        "CREATE TABLE trinkets (what TEXT PRIMARY KEY, owner INTEGER REFERENCES people) STRICT, WITHOUT ROWID;"
        "ALTER TABLE people ADD COLUMN hat TEXT;",
    )
    monkeypatch.setattr(files, "load_migrations", lambda: [*load_migrations(), later])
    changed(source, *later[1].split(";")[:2], f"PRAGMA user_version = {later[0]}", "UPDATE people SET hat = 'blue'")
    changed(source, "INSERT INTO trinkets SELECT 'ring ' || user_id, user_id FROM people")
    assert move.main([str(source), str(target)]) == 0
    assert contents(target) == contents(source)
    assert contents(target)["trinkets"]


def test_numbers_go_on_where_they_stood(source: Path, target: Path) -> None:
    changed(source, "UPDATE sqlite_sequence SET seq = 777 WHERE name = 'games'")
    assert move.main([str(source), str(target)]) == 0

    async def following() -> int:
        store = await open_store(target, SystemClock())
        found = await store.read(lambda t: t.next_game_number())
        await store.close()
        return found

    assert asyncio.run(following()) == 778


# Refusals


def test_what_is_not_there(tmp_path: Path, source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(tmp_path / "none.db", target, capsys) == f"There is no database {tmp_path / 'none.db'}."
    empty = tmp_path / "empty.db"
    empty.touch()
    assert refused(empty, target, capsys) == f"There is no database {empty}."
    assert "does not exist" in refused(source, tmp_path / "none" / "to.db", capsys)
    assert refused(source, source, capsys) == f"Both are the same database {source}."
    assert nothing_beside(target)
    assert not (tmp_path / "none.db").exists()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("PRAGMA application_id = 5", "is no database of Longtable"),
        ("PRAGMA user_version = 9999", "by a newer version"),
        ("PRAGMA user_version = 3", "Start this version of the bot on it once"),
        ("DROP TABLE reviews", "does not have the table reviews"),
        ("ALTER TABLE people RENAME COLUMN name TO called", "does not have the table people"),
        ("UPDATE people SET name = CAST(x'61ffff' AS TEXT)", "is damaged"),
        ("INSERT INTO kicked VALUES (99999, 1, 1)", "does not go with the others"),
    ],
)
def test_a_source_that_cannot_be_moved(
    source: Path, target: Path, statement: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sha(changed(source, statement))
    assert sentence in refused(source, target, capsys)
    assert sha(source) == before
    assert nothing_beside(target)


def test_an_older_one_is_left_as_it_is(tmp_path: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sha(source := stored("early-1", tmp_path / "old.db"))
    assert "Start this version of the bot on it once" in refused(source, target, capsys)
    assert sha(source) == before


def test_a_damaged_one(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = bytearray(source.read_bytes())
    content[-3 * 4096 : -2 * 4096] = b"\xff" * 4096
    source.write_bytes(content)
    assert "is damaged" in refused(source, target, capsys)
    assert nothing_beside(target)


async def test_a_bot_that_runs(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = await open_store(source, SystemClock())
    assert "the bot runs already" in await asyncio.to_thread(refused, source, target, capsys)
    await running.close()
    running = await open_store(target, SystemClock())
    assert "the bot runs already" in await asyncio.to_thread(refused, source, target, capsys)
    await running.close()


@pytest.mark.parametrize(
    "statement",
    ["INSERT INTO digests VALUES (5, 'today')", "INSERT OR REPLACE INTO sqlite_sequence VALUES ('games', 5)"],
)
def test_nothing_is_overwritten(source: Path, target: Path, statement: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(opened_once(target))
    before = sha(changed(target, statement))
    assert "is not empty" in refused(source, target, capsys)
    assert sha(target) == before


async def test_what_a_killed_bot_left_beside_its_file_is_moved(tmp_path: Path, source: Path, target: Path) -> None:
    running = await open_store(source, SystemClock())
    await running.write(lambda t: t.put_setting(5, "late", "news"))
    for end in ("", "-wal", "-shm"):
        shutil.copyfile(f"{source}{end}", tmp_path / f"killed.db{end}")
    await running.close()
    assert await asyncio.to_thread(move.main, [str(tmp_path / "killed.db"), str(target)]) == 0
    assert contents(target) == contents(source)


async def test_an_empty_one_takes_everything(tmp_path: Path, source: Path, target: Path) -> None:
    """Also one that was killed: what lies beside it is no part of what comes there."""
    empty = await open_store(tmp_path / "running.db", SystemClock())
    for end in ("", "-wal", "-shm"):
        shutil.copyfile(tmp_path / f"running.db{end}", tmp_path / f"to.db{end}")
    await empty.close()
    assert (tmp_path / "to.db-wal").stat().st_size
    target.chmod(0o600)
    assert await asyncio.to_thread(move.main, [str(source), str(target)]) == 0
    assert contents(target) == contents(source)
    assert target.stat().st_mode & 0o777 == 0o600


def test_tables_of_other_programs_stay(source: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(source, "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
    changed(source, "INSERT INTO _litestream_seq VALUES (1, 5)")
    assert move.main([str(source), str(target)]) == 0
    assert set(contents(target)) == schema()
    assert "left behind _litestream_seq: 1 of 1" in capsys.readouterr().err


# What is compared


@pytest.mark.parametrize("fault", ["one less", "one other"])
def test_rows_that_do_not_arrive_are_found(
    source: Path, target: Path, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write = FileTarget.write

    def lossy(self: FileTarget, table: TableSchema, rows: Iterable[Row]) -> None:
        write(self, table, rows)
        if table.name == "posts":
            one = "(game_id, number) = (SELECT game_id, number FROM posts LIMIT 1)"
            act = "DELETE FROM posts" if fault == "one less" else "UPDATE posts SET seq = seq + 1"
            self.db.execute(f"{act} WHERE {one}")

    monkeypatch.setattr(FileTarget, "write", lossy)
    assert "The rows of the table posts did not come" in refused(source, target, capsys)
    assert nothing_beside(target)


def test_a_game_that_does_not_go_on_there(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = moved_games.find_replay_fault
    monkeypatch.setattr(
        moved_games,
        "find_replay_fault",
        lambda end, number: "Worse" if isinstance(end, FileTarget) else real(end, number),
    )
    assert "does not go on" in refused(source, target, capsys)
    assert nothing_beside(target)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE states SET state = x'00' WHERE game_id = {game}",
        "UPDATE states SET state = (SELECT state FROM checkpoints WHERE game_id = {game} AND seq = 1) "
        "WHERE game_id = {game}",
        "DELETE FROM log WHERE game_id = {game} AND seq = 2",
        "UPDATE log SET move = 'nonsense' WHERE game_id = {game} AND seq = 2",
        "UPDATE games SET key = x'00' WHERE id = {game}",
    ],
)
def test_a_game_that_went_on_no_more_is_moved_as_it_is(
    source: Path, target: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(source)) as db:
        ((game,),) = db.execute("SELECT id FROM games WHERE kind = 'carcassonne' ORDER BY seq DESC LIMIT 1")
    changed(source, statement.format(game=game))
    assert move.main([str(source), str(target)]) == 0
    assert contents(target) == contents(source)
    assert f"Table #{game} could not be replayed" in capsys.readouterr().err


# Killed


@pytest.mark.parametrize(
    ("name", "where"),
    [("copied log", "told"), ("compared sqlite_sequence", "told"), ("replace", "os")],
)
def test_killed_on_the_way(source: Path, target: Path, name: str, where: str) -> None:
    before = sha(source)
    killed(source, target, name, where)
    assert sha(source) == before
    assert not target.exists()
    assert move.main([str(source), str(target)]) == 0
    assert contents(target) == contents(source)
    assert nothing_beside(target.with_name("to.db.part"))


def test_stopped_by_hand(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(move, "check_moved_games", stopped)
    assert refused(source, target, capsys) == "Stopped; nothing was moved."
    assert nothing_beside(target)


def test_no_room(
    source: Path, target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "sync_to_disk", full)
    assert "could not be put in its place (No space left on device)" in refused(source, target, capsys)
    assert nothing_beside(target)
