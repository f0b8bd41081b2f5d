"""Shards of a database that belong to one process each: leases."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from db.errors import StoreError
from db.share import Share
from db.store import Store, Transaction, open_store
from tests.stores.asking import asked
from tools import postgres

from .files import CLOCK

psycopg = pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")
LOW, HIGH = Share(4, 0, 1), Share(4, 2, 3)
ROOT = Path(__file__).parents[2]


class Halting:
    """A write that stands still in the middle until it is woken. `tries`: how many settings it saw each time."""

    def __init__(self) -> None:
        self.tries: list[int] = []
        self.begun, self.wakes = threading.Event(), threading.Event()

    def __call__(self, t: Transaction) -> None:
        self.tries.append(len(t.settings()))
        t.put_setting(1, "a", "x")
        self.begun.set()
        self.wakes.wait(30)


@pytest.fixture
async def opened(empty: str) -> AsyncIterator[Callable[[Share], Awaitable[Store]]]:
    """Opens the database for some shards; what was opened is closed."""
    stores: list[Store] = []

    async def opening(share: Share) -> Store:
        stores.append(await open_store(empty, CLOCK, share))
        return stores[-1]

    yield opening
    for store in stores:
        await store.close()


async def refused(opening: Awaitable[Store]) -> str:
    with pytest.raises(StoreError) as caught:
        await opening
    return caught.value.key


def cut(address: str, share: Share) -> None:
    """The line that holds these shards is cut."""
    asked(
        address,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 "
        f"AND objid = {share.first} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )


Opened = Callable[[Share], Awaitable[Store]]


async def test_each_process_has_shards_of_its_own(opened: Opened) -> None:
    low, high = await opened(LOW), await opened(HIGH)
    await low.write(lambda t: t.put_setting(1, "a", "x"))
    await high.write(lambda t: t.put_setting(2, "a", "y"))
    assert await low.read(lambda t: sorted(t.settings())) == [(1, "a", "x"), (2, "a", "y")]


async def test_shards_that_somebody_has_are_held_until_they_are_given_up(opened: Opened) -> None:
    low = await opened(LOW)
    assert await refused(opened(LOW)) == "store.held"
    assert await refused(opened(Share(4, 1, 2))) == "store.held"
    await low.close()
    await opened(Share(4, 1, 2))


async def test_the_whole_database_is_held_against_each_part(opened: Opened, empty: str) -> None:
    whole = await open_store(empty, CLOCK)
    assert await refused(opened(LOW)) == "store.held"
    await whole.close()
    await opened(LOW)
    assert await refused(open_store(empty, CLOCK)) == "store.in_use"


async def test_all_agree_on_the_number_of_shards(opened: Opened) -> None:
    low = await opened(LOW)
    assert await refused(opened(Share(8, 4, 7))) == "store.shards"
    await low.close()
    await opened(Share(8, 4, 7))


async def test_a_database_is_brought_up_to_date_only_while_nobody_uses_it(opened: Opened, empty: str) -> None:
    await opened(LOW)
    asked(empty, "UPDATE longtable SET version = version - 1")
    assert await refused(opened(HIGH)) == "store.shared_migration"


async def test_two_that_start_at_once_on_an_empty_database(opened: Opened) -> None:
    async def until(share: Share) -> Store:
        while True:
            try:
                return await opened(share)
            except StoreError:
                await asyncio.sleep(0.05)

    low, high = await asyncio.gather(until(LOW), until(HIGH))
    await low.write(lambda t: t.put_setting(1, "a", "x"))
    await high.write(lambda t: t.put_setting(2, "a", "y"))


async def test_who_lost_a_shard_writes_no_more_and_hears_of_it(opened: Opened, empty: str) -> None:
    low = await opened(LOW)
    asked(empty, "UPDATE leases SET lease = lease + 100 WHERE shard = 1")
    with pytest.raises(StoreError) as caught:
        await low.write(lambda t: t.put_setting(1, "a", "x"))
    assert caught.value.key == "store.lost"
    cut(empty, LOW)
    await asyncio.wait_for(low.shards_lost.wait(), 10)


async def test_a_part_is_fenced_by_who_takes_the_whole(opened: Opened, empty: str) -> None:
    low = await opened(LOW)
    low._claim._stopped = True  # it would take it back
    cut(empty, LOW)
    while True:
        try:
            whole = await open_store(empty, CLOCK)
            break
        except StoreError:
            await asyncio.sleep(0.05)
    with pytest.raises(StoreError):
        await low.write(lambda t: t.put_setting(1, "a", "x"))
    assert await whole.read(lambda t: t.settings()) == []
    await whole.close()


async def test_a_line_that_was_cut_is_taken_up_again(opened: Opened, empty: str) -> None:
    low = await opened(LOW)
    heard: list[str] = []
    low.set_message_callback(heard.append)
    cut(empty, LOW)
    while not heard:
        await asyncio.sleep(0.02)
    assert heard == [""]  # something may have been missed
    assert await refused(opened(LOW)) == "store.held"
    await low.write(lambda t: t.put_setting(1, "a", "x"))
    assert low.is_sole_owner
    assert not low.shards_lost.is_set()


async def test_a_program_that_hangs_leaves_its_shards_to_others(opened: Opened, empty: str) -> None:
    """Its thread could take them back each time before anybody else."""
    low = await opened(LOW)
    look, low._claim._has_loop_reacted = low._claim._has_loop_reacted, lambda loop: False
    cut(empty, LOW)
    while True:
        try:
            spare = await opened(LOW)
            break
        except StoreError:
            await asyncio.sleep(0.05)
    await spare.write(lambda t: t.put_setting(1, "a", "x"))
    assert not low.shards_lost.is_set()
    low._claim._has_loop_reacted = look
    await asyncio.wait_for(low.shards_lost.wait(), 10)


async def test_a_program_that_hung_and_whose_shards_nobody_has_taken_goes_on(opened: Opened, empty: str) -> None:
    low = await opened(LOW)
    look, low._claim._has_loop_reacted = low._claim._has_loop_reacted, lambda loop: False
    cut(empty, LOW)
    await asyncio.sleep(1)
    low._claim._has_loop_reacted = look
    while not low.is_sole_owner:
        await asyncio.sleep(0.05)
    await low.write(lambda t: t.put_setting(1, "a", "x"))


async def test_what_looked_before_a_shard_was_taken_is_not_committed_after_it_was_read(
    opened: Opened, empty: str
) -> None:
    """The former owner looks at its lease and writes; then it is taken the shards, and who has them reads."""
    low = await opened(LOW)
    with psycopg.connect(empty) as late:
        late.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
        low._claim.require_ownership(late)
        late.execute("INSERT INTO settings (user_id, name, value) VALUES (1, 'a', 'x')")
        low._claim._stopped = True
        cut(empty, LOW)
        next_one = None
        while next_one is None:
            try:
                next_one = await opened(LOW)
            except StoreError:
                await asyncio.sleep(0.05)
        assert await next_one.read(lambda t: t.settings()) == []
        await next_one.write(lambda t: t.put_setting(2, "a", "y"))
        with pytest.raises(psycopg.errors.SerializationFailure):
            late.commit()


async def test_what_was_begun_before_a_shard_was_taken_is_not_committed_afterwards(opened: Opened, empty: str) -> None:
    """The former owner stands still in the middle of a transaction, and looks at its lease only when it wakes."""
    low = await opened(LOW)
    work = Halting()
    late = asyncio.create_task(low.write(work))
    try:
        await asyncio.to_thread(work.begun.wait, 30)
        low._claim._stopped = True  # it would take it back
        cut(empty, LOW)
        next_one = None
        while next_one is None:
            try:
                next_one = await opened(LOW)
            except StoreError:
                await asyncio.sleep(0.05)
        assert await next_one.read(lambda t: t.settings()) == []
    finally:
        work.wakes.set()
    with pytest.raises(StoreError) as caught:
        await late
    assert caught.value.key == "store.lost"
    assert work.tries == [0, 0]  # the server refused it, and who ran it again found that the shards are another's
    assert await next_one.read(lambda t: t.settings()) == []


async def test_who_stops_in_the_middle_of_a_transaction_keeps_nobody_waiting(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two statements, on a line that the server waits for."""
    monkeypatch.setattr("db.postgres.lease.STOPPED_SECONDS", 0.5)
    monkeypatch.setattr("db.postgres.lease.RENEW_SECONDS", 0.3)
    low, high = await opened(LOW), await opened(HIGH)
    work = Halting()
    late = asyncio.create_task(low.write(work))
    try:
        await asyncio.to_thread(work.begun.wait, 30)
        await asyncio.wait_for(high.write(lambda t: t.put_setting(1, "a", "y")), 8)
    finally:
        work.wakes.set()
    await late
    assert work.tries == [0, 1]  # its line broke, which is no fault
    assert await high.read(lambda t: list(t.settings())) == [(1, "a", "x")]


async def test_what_one_says_the_others_hear_once_it_is_committed(opened: Opened) -> None:
    low, high = await opened(LOW), await opened(HIGH)
    heard: list[str] = []
    own: list[str] = []
    high.set_message_callback(heard.append)
    low.set_message_callback(own.append)
    with pytest.raises(ZeroDivisionError):
        await low.write(lambda t: (t.send_to_processes("never"), 1 // 0))
    await low.write(lambda t: t.send_to_processes("settings 1"))
    while not heard:
        await asyncio.sleep(0.01)
    assert (heard, own) == (["settings 1"], [])


HOLD = """
import asyncio, sys
from db.share import Share
from db.store import open_store
class Clock:
    def now(self): return 0
async def main():
    store = await open_store(sys.argv[1], Clock(), Share(4, 0, 1))
    print("held", flush=True)
    await store.shards_lost.wait()
    try:
        await store.write(lambda t: t.put_setting(1, "a", "late"))
        print("wrote", flush=True)
    except Exception as error:
        print(error.key, store.is_sole_owner, flush=True)
asyncio.run(main())
"""


@pytest.mark.slow
async def test_a_process_that_stands_still_loses_its_shards_by_the_servers_clock(
    opened: Opened, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = (
        "import db.postgres.lease as own; own.SESSION_SETTINGS['idle_session_timeout'] = '1s'\n"
        "own.RENEW_SECONDS, own.LAPSE_SECONDS = 0.3, 1.0\n"
    )
    program = quick + HOLD
    held = subprocess.Popen([sys.executable, "-c", program, empty], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert held.stdout is not None
    try:
        assert await asyncio.to_thread(held.stdout.readline) == "held\n"
        await asyncio.sleep(2)
        assert await refused(opened(LOW)) == "store.held"  # it asks
        held.send_signal(signal.SIGSTOP)
        taken = None
        while taken is None:
            try:
                taken = await opened(LOW)
            except StoreError:
                await asyncio.sleep(0.1)
        held.send_signal(signal.SIGCONT)
        assert await asyncio.to_thread(held.stdout.readline) == "store.lost False\n"
        assert await taken.read(lambda t: t.settings()) == []
    finally:
        held.kill()
        await asyncio.to_thread(held.communicate)
