"""Two processes with a part of the shards each, on one database: what one does and the other hears of."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pytest

from db.errors import StoreError
from db.share import Share
from db.store import Transaction, open_store
from service.errors import ServiceError
from service.jobs.cluster_sync import INTERACTION_SECONDS
from service.state import personal_settings
from service.state.model import Person, Table, TableChannel
from service.store.clock import MovableClock
from service.tables import Tables
from tools import postgres
from tools.soak.fixed_luck import clock_at, seed_service_luck

from ..calling import DAY, MONDAY
from ..house import ANN, BEN, CID, House, Witness
from ..people.test_vacations import close, timer
from ..state.test_late import aside, present

psycopg = pytest.importorskip("psycopg")
NUMBERS = count()
pytestmark = pytest.mark.skipif(not postgres.has_server_programs(), reason="PostgreSQL's server is not installed here")
NEAR, FAR = TableChannel(7, 70), TableChannel(1 << 22, 80)  # homes of the one and of the other
SOON = 10.0  # seconds


class Two(NamedTuple):
    """Both: the first holds shard 0, with direct messages."""

    first: House
    second: House


@pytest.fixture
def database(postgresql: str) -> Iterator[str]:
    name = f"crossing_{os.getpid()}_{next(NUMBERS)}"
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{postgresql}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@asynccontextmanager
async def holding(database: str, shard: int, clock: MovableClock) -> AsyncIterator[House]:
    witness = Witness()
    store = await open_store(database, clock, Share(2, shard, shard))
    house = House(store, clock, witness, await Tables.create(store, clock, witness))
    seed_service_luck(house.tables.registry)
    try:
        yield house
    finally:
        await house.close()


@pytest.fixture
async def two(database: str) -> AsyncIterator[Two]:
    clock = clock_at(MONDAY)
    async with holding(database, 0, clock) as first, holding(database, 1, clock) as second:
        yield Two(first, second)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not holds():
            await asyncio.sleep(0.01)


async def game(house: House, home: TableChannel, pace: str = "24h", late: str = "ask") -> Table:
    table = await house.lobby(ANN, BEN, home=home)
    await house.tables.lobby.set_pace(table.id, 101, pace)
    await house.tables.lobby.set_late(table.id, 101, late)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.game_start.start_game(table.id, 101))


def due(house: House, table: Table) -> int | None:
    return timer(house, table, 101).due


async def test_each_looks_after_its_own_tables_and_numbers_have_no_gaps(two: Two) -> None:
    near, far = await game(two.first, NEAR), await game(two.second, FAR)
    assert (near.id, far.id) == (1, 2)
    assert list(two.first.tables.registry.tables) == [1]
    assert list(two.second.tables.registry.tables) == [2]


async def test_a_table_of_another_process_can_be_read_and_not_changed(two: Two) -> None:
    far = await game(two.second, FAR)
    seen = await two.first.tables.registry.load_table(far.id)
    assert (seen.seq, seen.seats_to_move) == (far.seq, far.seats_to_move)
    assert two.second.legal(seen, seen.seats_to_move[0]) == two.second.legal(far, far.seats_to_move[0])
    assert two.first.tables.registry.get(far.id) is None
    with pytest.raises(ServiceError):
        await two.first.tables.moves.play_moves(far.id, 101, two.second.legal(far, 0)[:1])
    with pytest.raises(ServiceError) as caught:
        await two.first.tables.outbox.add_post(far.id, "turn")
    assert caught.value.key == "elsewhere"


async def test_all_tables_of_somebody_are_listed(two: Two) -> None:
    near, far = await game(two.first, NEAR), await game(two.second, FAR)
    for house in two:
        await house.tables.registry.remote_tables.read_tables_of(101)
        assert {table.id for table in house.tables.tables_by_urgency(101)} == {near.id, far.id}


async def test_a_name_is_the_same_everywhere(two: Two) -> None:
    near, far = await game(two.first, NEAR), await game(two.second, FAR)
    await two.first.tables.known_people.record_name_and_time(Person(101, "Anna"))
    assert two.first.tables.registry.get(near.id).names[0] == "Anna"
    await until(lambda: two.second.tables.registry.get(far.id).names[0] == "Anna")


async def test_a_setting_holds_everywhere(two: Two) -> None:
    await two.first.tables.preferences.set_settings(101, {"ping": "dm"})
    await until(lambda: two.second.tables.preferences.effective_setting(101, "ping") == "dm")
    await two.second.tables.preferences.set_settings(101, {"ping": personal_settings.list_settings()["ping"].default})
    await until(lambda: two.first.tables.preferences.effective_setting(101, "ping") != "dm")


async def test_the_language_of_a_server_is_heard_of(two: Two) -> None:
    await two.second.tables.server_language.set_server_language(FAR.guild_id or 0, "en")
    await until(lambda: two.first.tables.server_language.language_of_server(FAR.guild_id) == "en")


async def test_a_vacation_covers_seats_at_tables_of_the_other(two: Two) -> None:
    near, far = await game(two.first, NEAR), await game(two.second, FAR)
    before = due(two.second, far) or 0
    await two.first.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    await until(lambda: close(due(two.second, far), before + 7 * DAY))
    assert close(due(two.first, near), before + 7 * DAY)
    assert 0 in two.second.tables.vacations.vacation_ends_by_seat(present(two.second, far))
    await until(lambda: "vacation" in two.second.witness.news)
    await two.second.tables.vacations.end_or_cancel_vacation(101)  # and it is ended by the other
    await until(lambda: close(due(two.first, near), before))


async def test_quiet_hours_count_at_tables_of_the_other(two: Two) -> None:
    far = await game(two.second, FAR)
    before = due(two.second, far) or 0
    await two.first.tables.preferences.set_settings(101, {"timezone": "Europe/Bucharest", "quiet": "22-8"})
    await until(lambda: (due(two.second, far) or 0) > before)


async def test_what_was_chosen_while_the_other_was_away_follows_when_it_starts(database: str) -> None:
    clock = clock_at(MONDAY)
    async with holding(database, 0, clock) as first:
        async with holding(database, 1, clock) as second:
            far = await game(second, FAR)
            before = due(second, far) or 0
        await first.tables.vacations.begin_or_plan_vacation(101, None, "7d")
        assert await first.store.read(lambda t: t.db.execute("SELECT count(*) FROM follows").fetchone()[0]) == 1
        async with holding(database, 1, clock) as again:
            assert close(due(again, far), before + 7 * DAY)
        assert await first.store.read(lambda t: t.db.execute("SELECT count(*) FROM follows").fetchone()[0]) == 0


async def test_letters_are_gathered_by_who_holds_shard_0(two: Two) -> None:
    for user in (101, 102):
        await two.second.tables.preferences.set_settings(user, {"ping": "dm"})
    await until(lambda: two.first.tables.preferences.effective_setting(102, "ping") == "dm")
    far = await game(two.second, FAR)
    await until(lambda: 101 in two.first.witness.called_up or 102 in two.first.witness.called_up)
    assert two.second.witness.called_up == []
    user = two.first.witness.called_up[0]
    owed = await two.first.tables.direct_messages.list_due_messages(user)
    assert {letter.table_id for letter in owed if letter.notifications} == {far.id}
    assert await two.second.tables.direct_messages.users_with_due_messages() == []


async def test_a_digest_tells_of_tables_of_both_once(two: Two) -> None:
    for house in two:
        await house.tables.preferences.set_settings(101, {"ping": "digest"})
        await until(lambda: all(each.tables.preferences.effective_setting(101, "ping") == "digest" for each in two))
    near, far = await game(two.first, NEAR, "none"), await game(two.second, FAR, "none")
    two.first.clock.advance(2 * DAY)
    await until(lambda: 101 in two.first.witness.called_up)
    owed = [letter for letter in await two.first.tables.direct_messages.list_due_messages(101) if letter.notifications]
    assert [letter.how for letter in owed] == ["digest"]
    assert {call.table_id for letter in owed for call in letter.notifications} == {near.id, far.id}


async def test_somebody_is_forgotten_everywhere(two: Two) -> None:
    near, far = await game(two.first, NEAR), await game(two.second, FAR)
    lobby = await two.second.lobby(CID, ANN, home=TableChannel(3 << 22, 90))
    await two.first.tables.user_data.delete_user_data(101, "Ann")
    for house, table in ((two.first, near), (two.second, far)):
        await until(lambda house=house, table=table: not _named(house, table.id))
    assert present(two.second, lobby).seat_of(101) is None
    assert await two.first.store.read(lambda t: t.games_naming_user(101)) == set()
    assert 101 not in two.second.tables.registry.names_and_times


def _named(house: House, table_id: int) -> bool:
    table = house.tables.registry.get(table_id)
    return table is not None and "101" in repr(table.seats)


async def test_a_table_that_is_moved_to_a_server_of_the_other_goes_on_there(two: Two) -> None:
    near = await game(two.first, NEAR)
    await two.first.tables.channels.move_table(near.id, FAR)
    await until(lambda: two.second.tables.registry.get(near.id) is not None)
    assert two.first.tables.registry.get(near.id) is None
    table = await two.second.tables.registry.load_table(near.id)
    assert table.seq == near.seq
    await two.second.aside(table)


async def test_an_errand_is_done_once(two: Two) -> None:
    far = await game(two.second, FAR)
    done: list[str | None] = []

    async def take(number: int) -> None:
        done.append(await two.second.store.write(lambda t: t.take_forwarded_interaction(number)))

    two.second.tables.cluster_sync.handle_forwarded = take
    number = await two.first.store.write(lambda t: t.forward_interaction(far.id, 101, 0, "{}"))
    await until(lambda: bool(done))
    assert done == ["{}"]
    assert await two.first.store.write(lambda t: t.take_forwarded_interaction(number)) is None


async def test_what_is_due_at_a_table_is_done_by_who_looks_after_it(two: Two) -> None:
    near, far = await game(two.first, NEAR, "1h", "fallback"), await game(two.second, FAR, "1h", "fallback")
    two.first.clock.advance(3700)
    for house, table in ((two.first, near), (two.second, far)):
        await until(lambda house=house, table=table: _played(house, table) > table.seq)


def _played(house: House, table: Table) -> int:
    found = house.tables.registry.get(table.id)
    return found.seq if found is not None else table.seq + 1


@asynccontextmanager
async def unheard(house: House) -> AsyncIterator[None]:
    """What the other says meanwhile does not reach this one, which knows afterwards that it may have missed some."""
    hears, house.store._message_callback = house.store._message_callback, lambda text: None
    yield
    await asyncio.sleep(0.3)
    house.store._message_callback = hears
    house.store.deliver_message("")


async def test_who_was_forgotten_while_nobody_heard_it_is_forgotten(two: Two) -> None:
    far = await two.second.game(ANN, BEN, CID, home=FAR)
    settled = two.second.tables.registry.unconfirmed_writes
    async with unheard(two.second):
        await two.second.tables.moves.resign(far.id, 101)
        await two.first.tables.user_data.delete_user_data(101, "Ann")
        assert _named(two.second, far.id)
    await until(lambda: not _named(two.second, far.id))
    await until(lambda: not settled.has_marked_tables)
    assert 101 not in two.second.tables.registry.names_and_times


@pytest.mark.parametrize("over", [False, True])
async def test_machines_play_at_tables_of_the_other_though_it_was_away(database: str, *, over: bool) -> None:
    """As long as that vacation lasts: what follows from it says nothing of a later one."""
    clock = clock_at(MONDAY)
    async with holding(database, 0, clock) as first:
        async with holding(database, 1, clock) as second:
            far = await game(second, FAR)
        await first.tables.vacations.begin_or_plan_vacation(101, None, "7d")
        await first.tables.vacations.start_machines(101)
        if over:
            await first.tables.vacations.end_or_cancel_vacation(101)
            clock.advance(60)
            await first.tables.vacations.begin_or_plan_vacation(101, None, "7d")
        async with holding(database, 1, clock) as again:
            assert (present(again, far).seats[0].machine is None) == over


async def test_machines_play_at_tables_of_the_other_at_once(two: Two) -> None:
    far = await game(two.second, FAR)
    await two.first.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    await two.first.tables.vacations.start_machines(101)
    await until(lambda: present(two.second, far).seats[0].machine is not None)


async def test_a_table_that_has_come_is_whole_for_who_presses_before_it_was_heard_of(two: Two) -> None:
    near = await game(two.first, NEAR)
    await two.first.tables.votes.propose_vote(near.id, 101, "pause")
    async with unheard(two.second):
        await two.first.tables.channels.move_table(near.id, FAR)
        two.second.witness.changes.clear()
        table = await two.second.tables.registry.load_table(near.id)
        assert table.stretches == (await two.first.tables.registry.load_table(near.id)).stretches != ()
        assert two.second.tables.registry.open_vote_of(near.id) is not None
        await until(lambda: "moved" in two.second.witness.news)  # and its message is sent there


async def test_what_others_say_is_done_though_the_database_was_busy(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    read, left = two.second.store.read, [2]

    async def busy(work: Callable[[Transaction], Any]) -> Any:
        if left[0]:
            left[0] -= 1
            raise StoreError("store.locked", file="x")
        return await read(work)

    monkeypatch.setattr(two.second.store, "read", busy)
    await two.first.tables.server_language.set_server_language(FAR.guild_id or 0, "en")
    await until(lambda: two.second.tables.server_language.language_of_server(FAR.guild_id) == "en")
    assert left == [0]


async def test_errands_that_nobody_took_are_swept_out(database: str) -> None:
    clock = clock_at(MONDAY)
    async with holding(database, 1, clock) as second:
        far = await game(second, FAR)
        for made_at, payload in ((MONDAY - INTERACTION_SECONDS - 1, "old"), (MONDAY, "new")):
            await second.store.write(
                partial(Transaction.forward_interaction, game_id=far.id, user_id=101, now=made_at, payload=payload)
            )
        async with holding(database, 0, clock) as first:
            left: list[str] = []
            async with asyncio.timeout(SOON):
                while len(left) != 1:
                    rows = await first.store.read(lambda t: t.db.execute("SELECT payload FROM errands").fetchall())
                    left = [row[0] for row in rows]
    assert left == ["new"]
