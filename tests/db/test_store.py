"""The store: migrations, transactions, rows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from db import opening
from db.errors import Conflict, StoreError
from db.rows import SeatRow
from db.store import Store, Transaction, open_store
from tests import stores

from .files import CLOCK, ENTRY, GAME, made

# Migrations


OURS = opening.load_migrations()
MORE = len(OURS) + 1  # the number of the first one that we do not have


def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str, ours: int = len(OURS)) -> None:
    """So many of our migrations, and more after them, for both kinds of database."""
    folder, served = (tmp_path / f"{kind}-{ours}-{len(more)}" for kind in ("files", "served"))
    written(folder, enumerate([*(text for _, text in OURS[:ours]), *more], 1))
    monkeypatch.setattr("db.sqlite.MIGRATIONS", folder)
    if stores.ON_SERVER:
        from db.postgres.opening import load_postgres_migrations

        written(served, [*load_postgres_migrations(), *enumerate(more, MORE)])
        monkeypatch.setattr("db.postgres.opening.MIGRATIONS", folder)
        monkeypatch.setattr("db.postgres.opening.POSTGRES_MIGRATIONS", served)


def written(folder: Path, found: Iterable[tuple[int, str]]) -> None:
    folder.mkdir()
    for number, text in found:
        (folder / f"{number:04}_step.sql").write_text(text)


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


@stores.of_files("no database on a server is older than its first migration")
async def test_a_database_of_the_first_version_is_brought_up_to_date(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps(tmp_path, monkeypatch, ours=1)
    store = await open_store(path, CLOCK)
    await store.write(written_by_the_first_version)
    await store.close()
    monkeypatch.undo()
    for _ in range(2):
        store = await open_store(path, CLOCK)
        (game,) = await store.read(lambda t: t.open_games())
        assert (game.pace, game.late, game.look_at) == ("none", "ask", None)  # nobody is late by an update
        (stretch,) = await store.read(lambda t: t.pending_turns(1))
        assert (stretch.since, stretch.due, stretch.remind_at) == (7, None, None)
        assert await store.read(lambda t: t.entries(1)) == [ENTRY]
        (vote,) = await store.read(lambda t: t.open_votes())
        assert (vote.what, vote.back_to, vote.value, vote.proposer) == ("undo", 1, None, 101)
        assert stores.version(path) == len(OURS)
        assert [game.kind for game in await store.read(lambda t: t.open_games())] == ["g"]
        assert await store.read(lambda t: (t.settings(), t.open_standing_answers())) == ([], [])
        await store.close()


async def test_settings_of_people(store: Store) -> None:
    for name, value in (("a", "on"), ("b", "x"), ("a", "off"), ("b", None), ("c", None)):
        await store.write(lambda t, name=name, value=value: t.put_setting(101, name, value))
    await store.write(lambda t: t.put_setting(102, "a", "on"))
    assert sorted(await store.read(lambda t: t.settings())) == [(101, "a", "off"), (102, "a", "on")]


async def test_standing_answers_go_with_their_game(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.put_standing_answers(1, [(101, "a", True), (102, "a", False)]))
    assert await store.read(lambda t: t.open_standing_answers()) == [(1, 101, "a", True), (1, 102, "a", False)]
    await store.write(lambda t: t.put_standing_answers(1, [(102, "b", True)]))
    assert await store.read(lambda t: t.standing_answers(1)) == [(102, "b", True)]
    with pytest.raises(StoreError):
        await store.write(lambda t: t.put_standing_answers(2, [(101, "a", True)]))
    await store.write(lambda t: t.db.execute("DELETE FROM games WHERE id = 1"))
    assert await store.read(lambda t: t.standing_answers(1)) == []


async def test_migrations_run_in_order_and_once(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await made(await stores.placed(path))
    steps(
        tmp_path,
        monkeypatch,
        "CREATE TABLE more (x INTEGER);\nINSERT INTO more VALUES (1);",
        "INSERT INTO more VALUES (2);",
    )
    for _ in range(2):
        store = await open_store(await stores.placed(path), CLOCK)
        assert await store.read(lambda t: t.db.execute("SELECT x FROM more").fetchall()) == [(1,), (2,)]
        assert len(await store.read(lambda t: t.open_games())) == 1
        await store.close()


async def test_a_migration_that_fails_leaves_no_trace(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(await stores.placed(path))
    steps(tmp_path, monkeypatch, "CREATE TABLE more (x INTEGER);\nINSERT INTO nothing VALUES (1);")
    with pytest.raises(StoreError) as caught:
        await open_store(await stores.placed(path), CLOCK)
    assert (caught.value.key, caught.value.params["number"]) == ("store.migration", MORE)
    assert stores.version(path) == len(OURS)
    assert "more" not in stores.columns(path)


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    assert [number for number, _ in opening.load_migrations()] == list(range(1, 16))
    (tmp_path / "0002_late.sql").write_text("")
    with pytest.raises(AssertionError):
        opening.load_migrations(tmp_path)
    (tmp_path / "first.sql").write_text("")
    with pytest.raises(AssertionError):
        opening.load_migrations(tmp_path)


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
    assert not stores.in_transaction(store)


async def test_big_numbers_and_odd_names_come_back(store: Store) -> None:
    user, name = (1 << 63) - 1, "Zoë 🐉 'Robert'); DROP TABLE games;--"
    await store.write(lambda t: t.put_person(user, name, 5))
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.put_seats(1, [SeatRow(1, 0, user, "", "R", None, 0, 0, None, None, None)]))
    (seat,) = await store.read(lambda t: t.seats(1))
    assert (seat.user_id, seat.name) == (user, name)


async def test_what_is_read_at_the_start_does_not_grow_with_the_games_that_are_over(store: Store) -> None:
    """The messages that stand in the homes of open games are found by their keys, not by reading all of them."""

    asked: list[tuple[Any, ...]] = []

    class Noting:
        def execute(self, *given: Any) -> list[Any]:
            asked.append(given)
            return []

    t: Any = Transaction(Noting())
    t.live_posts()
    ((query, values),) = asked
    assert not values
    found = await store.read(lambda t: stores.found_by(t, query))
    assert "key" in found
    assert "all of posts" not in found
