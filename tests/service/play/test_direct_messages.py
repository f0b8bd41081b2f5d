"""Letters: direct messages that are owed, sent, and take the place of others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from db.errors import StoreError
from service.state.notifications import CLOSED
from tests import stores
from tools.soak.fixed_luck import clock_at

from ..calling import DAY, HOUR, MONDAY, asked, letters, pinged, posted, to, until, wants
from ..house import ANN, BEN, House, opened
from ..state.test_late import begun, present, told


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


# --- letters


async def test_a_letter_is_owed_until_it_was_sent_also_after_a_restart(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        await wants(house, 102, ping="dm")
        table = await house.game(ANN, BEN)
        await house.idle()
        (first,) = await house.tables.direct_messages.list_due_messages(102)
    async with opened(path, clock) as house:
        assert await house.tables.direct_messages.users_with_due_messages() == [102]
        assert await house.tables.direct_messages.list_due_messages(102) == [first]
        await posted(house, 102)
        assert await house.tables.direct_messages.users_with_due_messages() == []
    async with opened(path, clock) as house:
        assert await house.tables.direct_messages.list_due_messages(102) == []
        assert await letters(house, 102) == []
        assert present(house, table).is_open


async def test_letters_that_are_joined_lose_no_call_in_a_restart(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        await wants(house, 102, ping="dm")
        table = await house.game(ANN, BEN)
        await house.idle()
        (first,) = await house.tables.direct_messages.list_due_messages(102)
        second = await house.store.write(lambda t: t.add_direct_message(102, "dm", table.id, clock.now() + 1))
        await house.tables.direct_messages.merge_messages(first, replace(first, number=second, notifications=()))
    async with opened(path, clock) as house:
        (joined,) = await house.tables.direct_messages.list_due_messages(102)
        assert joined.number == second
        assert [call.what for call in joined.notifications] == [call.what for call in first.notifications]
        await posted(house, 102)
        assert await house.tables.direct_messages.users_with_due_messages() == []


@pytest.mark.parametrize("ping", ["dm", "digest", "mention"])
async def test_a_failure_while_it_is_gathered_loses_and_doubles_nothing(house: House, ping: str) -> None:
    await wants(house, 102, ping=ping, quiet="9-12", digest="11:30")
    table = await house.game(ANN, BEN)
    (call,) = await house.store.read(lambda t: t.ungathered_notifications(102))
    assert house.tables._scheduler_task is not None
    house.tables._scheduler_task.cancel()  # looked at by hand
    await asyncio.sleep(0)
    house.clock.advance(to(house, MONDAY + 2 * HOUR + 1))
    for n in range(60):
        repair = stores.break_at(house.store, n)
        try:
            await house.tables.direct_messages.gather_notifications(102)
            repair()
            break
        except StoreError:
            repair()
        assert await house.store.read(lambda t: t.ungathered_notifications(102)) == [call]
        assert await letters(house, 102) == await told(house, table) == []
    else:
        pytest.fail("it was never gathered")
    assert n >= 3
    await house.tables.direct_messages.gather_notifications(102)
    assert len([*await letters(house, 102), *await told(house, table)]) == 1


async def test_a_newer_letter_takes_the_place_of_the_one_before(house: House) -> None:
    await wants(house, 102, ping="dm")
    table = await house.game(ANN, BEN)
    await house.idle()
    (first,) = await house.tables.direct_messages.list_due_messages(102)
    assert await house.tables.direct_messages.record_sent_message(first, 11, 99) == []
    await asked(house, table, 102)
    await house.idle()
    (second,) = await house.tables.direct_messages.list_due_messages(102)
    assert second.number > first.number
    assert await house.tables.direct_messages.record_sent_message(second, 12, 99) == [(99, 11)]


async def test_who_takes_no_direct_messages_is_mentioned_and_told_once(house: House) -> None:
    await wants(house, 102, ping="dm")
    table = await house.game(ANN, BEN)
    await house.idle()
    (letter,) = await house.tables.direct_messages.list_due_messages(102)
    await house.tables.direct_messages.record_refused_messages(letter)
    await house.idle()
    assert await letters(house, 102) == []
    assert [what for _, what in await told(house, table)] == ["woke"]
    assert [await house.tables.direct_messages.should_tell_refusal_once(102) for _ in range(3)] == [True, False, False]
    table = await asked(house, table, 102)
    assert 102 in await pinged(house, table)
    await wants(house, 102, ping="dm")  # they say that they have opened them
    assert CLOSED not in house.tables.registry.settings[102]
    table = await asked(house, await asked(house, table, 101), 102)
    assert 102 not in await pinged(house, table)


async def test_who_was_mentioned_too_is_not_mentioned_again_where_the_direct_message_fails(house: House) -> None:
    await wants(house, 102, ping="both")
    table = await house.game(ANN, BEN)
    await house.idle()
    assert 102 in await pinged(house, table)
    (letter,) = await house.tables.direct_messages.list_due_messages(102)
    await house.tables.direct_messages.record_refused_messages(letter)
    await house.idle()
    assert await told(house, table) == []
    assert await letters(house, 102) == []


async def test_reminders_go_where_somebody_hears(house: House) -> None:
    await wants(house, 102, ping="dm")
    table = await asked(house, await begun(house), 102)
    await house.idle()
    await posted(house, 102)
    await until(house, MONDAY + 13 * HOUR)
    seat = present(house, table).seat_of(102)
    assert seat is not None
    assert ("dm", table.id, ["half"]) in await letters(house, 102)
    assert (seat.index, "half") not in await told(house, table)
    await until(house, MONDAY + 20 * HOUR)
    await posted(house, 102)
    await until(house, MONDAY + DAY + HOUR)  # that time is up the others need to see
    assert ("dm", table.id, ["due"]) in await letters(house, 102)
    assert (seat.index, "due") in await told(house, table)


async def test_a_wrong_clock_makes_nobody_wait(house: House) -> None:
    await wants(house, 102, ping="dm")
    house.clock.offset += 400 * DAY
    table = await house.lobby(ANN, BEN)
    rows = await house.store.read(lambda t: t.ungathered_notifications(102))
    assert rows == []
    await wants(house, 102, quiet="9-12")
    await house.tables.game_start.start_game(table.id, 101)
    (call,) = await house.store.read(lambda t: t.ungathered_notifications(102))
    assert call.ready_at > MONDAY + 400 * DAY
    house.tables.registry.wake_scheduler_by(0)
    while (house.tables.scheduler._last_run_at or 0) < MONDAY + 400 * DAY:  # it has seen the wrong time
        await asyncio.sleep(0.01)
    house.clock.offset -= 400 * DAY
    house.tables.registry.wake_scheduler_by(0)
    for _ in range(100):
        await asyncio.sleep(0.01)
        (call,) = await house.store.read(lambda t: t.ungathered_notifications(102))
        if call.ready_at < MONDAY + DAY:
            break
    assert call.ready_at < MONDAY + DAY


async def test_what_is_owed_to_people_is_found_by_an_index(house: House) -> None:
    queries = (
        "SELECT user_id FROM calls INDEXED BY calls_to_gather WHERE letter IS NULL AND ready_at <= 5 "
        "GROUP BY user_id ORDER BY min(ready_at) LIMIT 100",
        "SELECT min(ready_at) FROM calls WHERE letter IS NULL",
        "SELECT DISTINCT user_id FROM letters WHERE sent_at IS NULL",
    )
    found = await house.store.read(lambda t: [stores.found_by(t, query) - {"sorting"} for query in queries])
    assert found == [{"calls_to_gather"}, {"calls_to_gather"}, {"letters_unsent"}]
