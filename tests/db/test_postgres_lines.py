"""Lines to a PostgreSQL server that break: before, during and after a commit."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from db.store import Store, Transaction, open_store
from tests.stores.asking import asked
from tools import postgres

from .files import CLOCK, GAME

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")


@pytest.fixture
async def store(empty: str) -> AsyncIterator[Store]:
    opened = await open_store(empty, CLOCK)
    yield opened
    await opened.close()


def cutting(empty: str, when: Callable[[], bool]) -> Callable[[], None]:
    """Cuts all lines of the pool, if `when` says so."""

    def cut() -> None:
        if when():
            asked(
                empty,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')",
            )

    return cut


def cutting_from_elsewhere(empty: str) -> None:
    """The same by another program, which can still reach the server."""
    code = "import sys, psycopg; psycopg.connect(sys.argv[1], autocommit=True).execute(sys.argv[2])"
    statement = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory')"
    )
    subprocess.run([sys.executable, "-c", code, empty, statement], check=True)


async def test_a_line_that_breaks_before_the_commit_is_no_fault(store: Store, empty: str) -> None:
    tries = []
    cut = cutting(empty, lambda: len(tries) == 1)

    def work(t: Transaction) -> int:
        tries.append(1)
        t.put_setting(1, "a", "x")
        cut()
        t.put_setting(1, "b", "x")
        return len(tries)

    assert await store.write(work) == 2
    assert await store.read(lambda t: t.settings()) == [(1, "a", "x"), (1, "b", "x")]


@pytest.mark.parametrize("committed", [True, False])
async def test_a_line_that_breaks_during_the_commit_does_nothing_twice(
    store: Store, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    """The server is asked what became of it."""
    tries: list[int] = []
    execute = psycopg.Connection.execute

    def breaking(self: Any, query: Any, *rest: Any) -> Any:
        if query == "COMMIT" and tries == [1]:
            tries.append(0)
            if committed:
                execute(self, query)
                self._pipeline.sync()
            self.close()
            raise psycopg.OperationalError("the line broke")
        return execute(self, query, *rest)

    def work(t: Transaction) -> int:
        tries.append(1)
        return t.add_game(GAME)

    monkeypatch.setattr(psycopg.Connection, "execute", breaking)
    assert await store.write(work) == 1
    assert tries == ([1, 0] if committed else [1, 0, 1])
    assert len(await store.read(lambda t: t.open_games())) == 1


async def test_a_line_that_is_being_ended_during_the_commit_is_asked_about(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has committed and then ended the line, which does not know it yet."""
    tries: list[int] = []
    leave = psycopg.Pipeline.__exit__

    def ended(self: Any, *error: Any) -> None:
        leave(self, *error)
        if tries == [1]:
            tries.append(0)
            raise psycopg.errors.AdminShutdown("terminating connection")

    def work(t: Transaction) -> None:
        tries.append(1)
        t.put_setting(1, "a", "x")

    monkeypatch.setattr(psycopg.Pipeline, "__exit__", ended)
    await store.write(work)
    assert tries == [1, 0]


@pytest.mark.slow
async def test_a_server_that_is_back_is_found_soon(store: Store, empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it could not be reached before."""
    connect, refusing = psycopg.Connection.connect.__func__, [True]

    def connecting(cls: Any, *rest: Any, **more: Any) -> Any:
        if refusing[0]:
            raise psycopg.OperationalError("connection refused")
        return connect(cls, *rest, **more)

    await store.check_connection()
    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "connect", classmethod(connecting))
        cutting_from_elsewhere(empty)
        asking = asyncio.create_task(store.check_connection())
        await asyncio.sleep(3.2)
        refusing[0] = False
        begun = asyncio.get_running_loop().time()
        await asking
        assert asyncio.get_running_loop().time() - begun < 2


async def test_a_server_that_restarts_is_waited_for(store: Store, empty: str) -> None:
    await store.write(lambda t: t.put_setting(1, "a", "x"))
    cutting(empty, lambda: True)()
    await store.write(lambda t: t.put_setting(1, "a", "y"))
    await store.check_connection()
    assert await store.read(lambda t: t.settings()) == [(1, "a", "y")]
