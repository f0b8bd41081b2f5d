"""The store on a PostgreSQL server: what is otherwise there than in a file. What both do is tested on both."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from db.errors import Conflict, StoreError, Unfit
from db.opening import load_migrations
from db.rows import ActRow
from db.store import Store, Transaction, open_store, redact_address
from tests.stores.asking import asked
from tools import postgres

from .files import CLOCK, ENTRY, GAME

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")


@pytest.fixture
async def store(empty: str) -> AsyncIterator[Store]:
    opened = await open_store(empty, CLOCK)
    yield opened
    await opened.close()


def columns_of_files() -> dict[tuple[str, str], tuple[bool, bool]]:
    """Table and column in SQLite -> whether it may be empty, whether it belongs to the key."""
    found = {}
    with sqlite3.connect(":memory:") as db:
        for _, text in load_migrations():
            db.executescript(text)
        for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            for _, name, _, not_null, _, key in db.execute(f"PRAGMA table_info({table})"):
                found[table, name] = (not (not_null or key), bool(key))
    return found


def test_both_have_the_same_tables_and_columns(empty: str) -> None:
    asyncio.run(opened_once(empty))
    rows = asked(
        empty,
        "SELECT c.table_name, c.column_name, c.is_nullable = 'YES', k.column_name IS NOT NULL "
        "FROM information_schema.columns c LEFT JOIN (SELECT kcu.table_name, kcu.column_name "
        "FROM information_schema.key_column_usage kcu JOIN information_schema.table_constraints tc "
        "USING (constraint_name, table_name) WHERE tc.constraint_type = 'PRIMARY KEY') k "
        "USING (table_name, column_name) "
        "WHERE c.table_schema = 'public'",
    )
    found = {(table, column): (bool(null), bool(key)) for table, column, null, key in rows}
    own = {"longtable", "tenures", "leases", "errands", "follows"}
    there = {place: what for place, what in found.items() if place[0] not in own and place[0] != "sqlite_sequence"}
    files = {place: what for place, what in columns_of_files().items() if place[0] != "sqlite_sequence"}
    assert there == files


def test_both_have_the_same_indices_and_checks(empty: str) -> None:
    asyncio.run(opened_once(empty))
    with sqlite3.connect(":memory:") as db:
        for _, text in load_migrations():
            db.executescript(text)
        files = {
            name: "UNIQUE" in sql
            for name, sql in db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
        }
        checks = sum(
            sql.count("CHECK (") for (sql,) in db.execute("SELECT sql FROM sqlite_schema WHERE type = 'table'") if sql
        )
    rows = asked(empty, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'")
    there = {name: "UNIQUE" in text for name, text in rows if not name.endswith(("_pkey", "_key"))}
    assert there == files
    ((n,),) = asked(empty, "SELECT count(*) FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0")
    assert n == checks


async def opened_once(address: str) -> None:
    await (await open_store(address, CLOCK)).close()


async def test_a_database_belongs_to_one_process(store: Store, empty: str) -> None:
    with pytest.raises(StoreError) as caught:
        await open_store(empty, CLOCK)
    assert caught.value.key == "store.in_use"


async def test_who_was_taken_the_database_writes_no_more(store: Store, empty: str) -> None:
    await store.write(lambda t: t.put_setting(1, "a", "x"))
    held = "locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    asked(empty, f"SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE {held}")  # its line is cut
    other = await open_store(empty, CLOCK)
    with pytest.raises(StoreError) as caught:
        await store.write(lambda t: t.put_setting(1, "a", "y"))
    assert caught.value.key == "store.in_use"
    assert store.shards_lost.is_set()  # it ends
    await other.write(lambda t: t.put_setting(1, "a", "z"))
    assert await other.read(lambda t: t.settings()) == [(1, "a", "z")]
    await other.close()


async def test_another_program_s_database_is_left_alone(empty: str) -> None:
    asked(empty, "CREATE TABLE theirs (x INTEGER)")
    with pytest.raises(StoreError) as caught:
        await open_store(empty, CLOCK)
    assert caught.value.key == "store.foreign"
    assert asked(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("theirs",)]


async def test_a_newer_database_is_left_alone(empty: str) -> None:
    await opened_once(empty)
    asked(empty, "UPDATE longtable SET version = 9999")
    with pytest.raises(StoreError) as caught:
        await open_store(empty, CLOCK)
    assert (caught.value.key, caught.value.params["version"]) == ("store.newer", 9999)


async def test_no_server_is_said_so(postgresql: str) -> None:
    who = "nobody:secret"
    with pytest.raises(StoreError) as caught:
        await open_store(f"postgresql://{who}@127.0.0.1:1/none", CLOCK)
    assert caught.value.key == "store.unconnected"
    assert "secret" not in str(caught.value.params)


async def test_what_the_server_refuses_is_said_in_its_words(postgresql: str) -> None:
    """A database that is not there, or one that is somebody else's."""
    with pytest.raises(StoreError) as caught:
        await open_store(f"{postgresql}/none_of_this_name", CLOCK)
    assert caught.value.key == "store.unconnected"
    assert "none_of_this_name" in caught.value.params["reason"]


@pytest.mark.parametrize(
    "password",
    ["secret", "se%cret", "se@cret", "se:cret@more", "%73ecret", "se/cret", "cret@more/secret", "[secret", "se?cret"],
)
async def test_a_password_is_never_told_however_an_address_is_misread(postgresql: str, password: str) -> None:
    for address in (
        f"postgresql://nobody:{password}@127.0.0.1:1/none",
        f"postgresql://127.0.0.1:1/none?password={password}",
    ):
        with pytest.raises(StoreError) as caught:
            await open_store(address, CLOCK)
        assert caught.value.key == "store.unconnected"
        for part in ("secret", "cret", "more"):
            assert part not in str(caught.value.params)


async def test_a_database_in_which_nothing_may_be_made_is_said_so(postgresql: str, empty: str) -> None:
    name = f"guest_{os.getpid()}"
    asked(empty, f"CREATE ROLE {name} LOGIN")
    asked(empty, "REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    try:
        with pytest.raises(StoreError) as caught:
            await open_store(f"postgresql://{name}@{empty.rpartition('@')[2].removeprefix('postgresql://')}", CLOCK)
    finally:
        asked(empty, f"DROP ROLE {name}")
    assert caught.value.key == "store.migration"
    assert "public" in caught.value.params["reason"]


def test_an_address_is_shown_without_its_password() -> None:
    who = "ann:secret"
    address = f"postgresql://{who}@db.example:5433/games?sslmode=require"
    assert redact_address(address) == "postgresql://db.example:5433/games"


# Transactions that meet


async def test_nothing_is_lost_where_many_write_what_they_read(store: Store) -> None:
    await store.write(lambda t: t.put_setting(1, "n", "0"))

    def more(t: Transaction) -> None:
        ((_, _, n),) = t.settings()
        t.put_setting(1, "n", str(int(n) + 1))

    await asyncio.gather(*(store.write(more) for _ in range(40)))
    assert await store.read(lambda t: t.settings()) == [(1, "n", "40")]


async def test_numbers_have_no_gaps_where_something_was_taken_back(store: Store) -> None:
    def failing(t: Transaction) -> None:
        t.add_game(GAME)
        raise KeyError("something else")

    with pytest.raises(KeyError):
        await store.write(failing)
    assert await store.read(Transaction.next_game_number) == 1
    assert await store.write(lambda t: t.add_game(GAME)) == 1
    assert await store.read(Transaction.next_game_number) == 2


async def test_a_clash_is_a_conflict_and_the_connection_goes_on(store: Store) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: t.add_entries([ENTRY]))
    with pytest.raises(Conflict):
        await store.write(lambda t: t.add_entries([ENTRY]))
    assert await store.read(lambda t: t.entries(1)) == [ENTRY]


# Statements on their way

GAME_ROW = replace(GAME, id=1)
ACT = ActRow(1, 1, 1, None)


def people(t: Transaction) -> list[Any]:
    return t.db.execute("SELECT user_id FROM people").fetchall()


@pytest.mark.parametrize(
    ("works", "what"),
    [
        ([lambda t: t.add_entries([ENTRY]), lambda t: t.add_act("a", ACT)], "log"),
        ([lambda t: t.add_act("a", ACT), lambda t: t.add_entries([ENTRY])], "act"),
        ([lambda t: t.put_person(1, "A", 1), lambda t: t.add_act("a", ACT), lambda t: t.put_person(2, "B", 1)], "act"),
        ([lambda t: t.save_game(replace(GAME_ROW, seq=9), 7), lambda t: t.add_entries([ENTRY])], "game"),
        ([lambda t: t.save_game(replace(GAME_ROW, seq=9), 7)], "game"),
        ([lambda t: t.save_action_times([(5, 1), (6, 1)]), lambda t: t.add_entries([ENTRY])], "log"),
    ],
)
async def test_the_first_conflict_is_told_wherever_it_is_found(
    store: Store, works: list[Callable[[Transaction], object]], what: str
) -> None:
    await store.write(lambda t: t.add_game(GAME))
    await store.write(lambda t: [t.add_entries([ENTRY]), t.add_act("a", ACT)])
    for last in (lambda t: None, lambda t: t.entries(1)):  # found at the end, and where something else is asked
        with pytest.raises(Conflict) as caught:
            await store.write(lambda t, last=last: [*(work(t) for work in works), last(t)])
        assert caught.value.params == {"what": what}
    assert await store.read(lambda t: t.entries(1)) == [ENTRY]
    assert await store.read(people) == []


async def test_a_clash_that_nobody_expects_is_said(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Unfit):
        await store.write(lambda t: [t.save_state(7, 1, b""), t.put_person(1, "Ann", 1)])  # of no game
    assert await store.read(people) == []
    assert not [record for record in caplog.records if record.levelname == "WARNING"]


async def test_an_act_goes_to_the_server_and_back_twice(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.write(lambda t: t.add_game(GAME))
    waits: list[object] = []
    plain = psycopg.Connection.wait

    def wait(self: Any, gen: Any, *rest: Any, **more: Any) -> Any:
        name = gen.__name__
        if name in ("_fetch_gen", "_sync_gen", "_exit_gen"):
            waits.append(name)
        return plain(self, gen, *rest, **more)

    monkeypatch.setattr(psycopg.Connection, "wait", wait)

    def act(t: Transaction) -> None:
        t.save_game(replace(GAME_ROW, seq=1), 0)
        t.add_entries([ENTRY])
        t.save_state(1, 1, b"state")
        t.add_act("a", ACT)

    await store.write(act)
    assert waits == ["_fetch_gen", "_exit_gen"]  # all of it with the fence, and the end


async def test_a_question_of_one_statement_goes_to_the_server_and_back_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[object] = []
    plain = psycopg.Connection.wait

    def wait(self: Any, gen: Any, *rest: Any, **more: Any) -> Any:
        if threading.current_thread().name.startswith("store"):  # others make connections for the pool
            waits.append(gen.__name__)
        return plain(self, gen, *rest, **more)

    await store.read(people)
    monkeypatch.setattr(psycopg.Connection, "wait", wait)
    await store.read(people)
    assert waits == ["_execute_gen", "_commit_gen"]  # the pool's, which has nothing to commit and asks nothing


async def test_what_is_asked_in_several_statements_is_of_one_moment(store: Store) -> None:
    await store.write(lambda t: t.put_person(1, "Ann", 1))
    runs: list[int] = []
    begun, written = threading.Event(), threading.Event()

    def twice(t: Transaction) -> tuple[list[Any], list[Any]]:
        runs.append(1)
        first = people(t)
        begun.set()
        written.wait(10)
        return first, people(t)

    reading = asyncio.ensure_future(store.read(twice))
    await asyncio.to_thread(begun.wait, 10)
    await store.write(lambda t: t.put_person(2, "Ben", 1))
    written.set()
    first, second = await reading
    assert first == second == [(1,), (2,)]  # it began anew when it asked for more
    assert len(runs) == 2
    begun.clear()
    written.clear()
    reading = asyncio.ensure_future(store.read(twice))
    await asyncio.to_thread(begun.wait, 10)
    await store.write(lambda t: t.put_person(3, "Cleo", 1))
    written.set()
    assert await reading == ([(1,), (2,)], [(1,), (2,)])  # and is known to do so from then on
    assert len(runs) == 3


async def test_a_question_changes_nothing(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.read(lambda t: t.put_person(1, "Ann", 1))
    assert await store.read(people) == []
