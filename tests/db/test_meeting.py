"""Transactions on a PostgreSQL server that meet others for long, and commits of which nobody knows."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from db.errors import StoreError, Unsure
from db.store import Store, Transaction, open_store
from tools import postgres

from .files import CLOCK

psycopg = pytest.importorskip("psycopg")
PostgresStore = pytest.importorskip("db.postgres.store").PostgresStore
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")
OFTEN = 60
MANY = 8  # at once


@pytest.fixture
async def store(empty: str) -> AsyncIterator[Store]:
    opened = await open_store(empty, CLOCK)
    yield opened
    await opened.close()


@pytest.mark.parametrize(
    "refusal",
    [
        psycopg.errors.SerializationFailure,
        psycopg.errors.DeadlockDetected,
        psycopg.errors.IdleInTransactionSessionTimeout,
    ],
)
async def test_what_is_refused_often_is_run_again_as_long_as_there_is_time(
    store: Store, monkeypatch: pytest.MonkeyPatch, refusal: type[Exception]
) -> None:
    monkeypatch.setattr("db.postgres.transaction_retry.MAX_PAUSE_SECONDS", 0.01)
    tries: list[int] = []

    def work(t: Transaction) -> None:
        tries.append(1)
        t.put_setting(1, "a", str(len(tries)))
        if len(tries) < OFTEN:
            raise refusal("not now")

    await store.write(work)
    assert await store.read(lambda t: t.settings()) == [(1, "a", str(OFTEN))]


async def test_where_the_time_is_over_it_is_told_as_what_passes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 0.3)

    def work(t: Transaction) -> None:
        t.put_setting(1, "a", "x")
        raise psycopg.errors.SerializationFailure("not now")

    with pytest.raises(StoreError) as caught:
        await store.write(work)
    assert (caught.value.key, caught.value.can_be_retried) == ("store.locked", True)
    assert await store.read(lambda t: t.settings()) == []
    await store.write(lambda t: t.put_setting(1, "a", "y"))  # it holds up nobody any more


async def test_a_slow_try_that_took_all_the_time_is_not_the_last(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 0.1)
    tries: list[int] = []

    def work(t: Transaction) -> None:
        tries.append(1)
        if len(tries) == 1:
            time.sleep(0.2)
            raise psycopg.errors.SerializationFailure("not now")

    await store.write(work)
    assert len(tries) == 2


async def test_who_has_met_others_often_goes_on_alone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many others write: each of them makes it meet them again."""
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 5.0)
    written, done = [0], asyncio.Event()

    def other(t: Transaction) -> None:
        t.put_setting(2, "n", str(written[0]))
        written[0] += 1

    async def others() -> None:
        while not done.is_set():
            await store.write(other)

    def slow(t: Transaction) -> None:
        seen = t.settings()
        time.sleep(0.05)
        t.put_setting(1, "seen", str(len(seen)))
        t.put_setting(2, "n", "mine")

    writing = [asyncio.create_task(others()) for _ in range(3)]
    await store.write(slow)
    done.set()
    await asyncio.gather(*writing)
    assert (1, "seen", "1") in await store.read(lambda t: t.settings())


async def test_many_lines_that_break_during_their_commits_are_all_asked_about(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question needs a line too, and there are only so many."""
    together, execute = threading.Barrier(MANY), psycopg.Connection.execute
    broken: set[int] = set()
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 3.0)

    def breaking(self: Any, query: Any, *rest: Any) -> Any:
        who = threading.get_ident()
        if query == "COMMIT" and who not in broken and len(broken) < MANY:
            execute(self, query)
            self._pipeline.sync()
            together.wait(10)
            broken.add(who)
            self.close()
            raise psycopg.OperationalError("the line broke")
        return execute(self, query, *rest)

    tries: list[int] = []

    def work(number: int, t: Transaction) -> None:
        tries.append(number)
        t.put_setting(number, "a", "x")

    await asyncio.gather(*(store.read(lambda t: time.sleep(0.2)) for _ in range(MANY)))  # all lines are there
    monkeypatch.setattr(psycopg.Connection, "execute", breaking)
    await asyncio.gather(*(store.write(lambda t, n=n: work(n, t)) for n in range(MANY)))
    assert sorted(tries) == list(range(MANY))  # nothing was done twice
    assert len(await store.read(lambda t: t.settings())) == MANY


async def test_a_commit_of_which_the_server_does_not_tell_is_said_to_be_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    execute = psycopg.Connection.execute
    monkeypatch.setattr("db.postgres.store.PATIENCE_SECONDS", 0.2)

    def breaking(self: Any, query: Any, *rest: Any) -> Any:
        if query == "COMMIT" or str(query).startswith("SELECT pg_xact_status"):
            self.close()
            raise psycopg.OperationalError("the line broke")
        return execute(self, query, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "execute", breaking)
        with pytest.raises(Unsure) as caught:
            await store.write(lambda t: t.put_setting(1, "a", "x"))
    assert (caught.value.key, caught.value.can_be_retried) == ("store.unsure", True)


def breaks(monkeypatch: pytest.MonkeyPatch, before: Callable[[Any], None]) -> None:
    """The line breaks at the next commit, after that has been done with it."""
    execute = psycopg.Connection.execute
    broken: list[int] = []

    def breaking(self: Any, query: Any, *rest: Any) -> Any:
        if query == "COMMIT" and not broken:
            broken.append(1)
            before(self)
            self.close()
            raise psycopg.OperationalError("the line broke")
        return execute(self, query, *rest)

    monkeypatch.setattr(psycopg.Connection, "execute", breaking)


async def test_a_server_that_crashed_meanwhile_is_not_believed(
    store: Store, monkeypatch: pytest.MonkeyPatch, empty: str
) -> None:
    """It may have given the number of the transaction once more. Its counts begin anew, as they do here."""

    def crashes(line: Any) -> None:
        line.execute("COMMIT")
        line._pipeline.sync()
        with psycopg.connect(empty, autocommit=True) as other:
            other.execute("SELECT pg_stat_reset_shared('bgwriter')")

    breaks(monkeypatch, crashes)
    heard: list[str] = []
    store.set_message_callback(heard.append)
    with pytest.raises(Unsure):
        await store.write(lambda t: t.put_setting(1, "a", "x"))
    assert heard == [""]  # what is remembered may be otherwise now
    assert await store.read(lambda t: t.settings()) == [(1, "a", "x")]


async def test_a_transaction_whose_number_a_crash_took_back_is_made_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks(monkeypatch, lambda line: None)
    monkeypatch.setattr(
        PostgresStore, "_require_ownership", lambda *_: str(2**40 + 1000)
    )  # a number that nobody has yet
    await store.write(lambda t: t.put_setting(1, "a", "x"))
    assert await store.read(lambda t: t.settings()) == [(1, "a", "x")]
