"""The turn of a machine that thinks: told in one breath, and not begun before all else was told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from cogs.post.table_outbox import HOLD_SECONDS
from service.state.model import Vote
from service.store.publisher import TableChange

from .publisher_stage import ANN, BEN, Desk, http_error

TABLE = 1


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    made.books.owe("start", ANN, BEN)
    await made.change("started")
    await made.publisher.publish_unsent_after_restart()
    await made.publisher.wait_until_idle()
    try:
        yield made
    finally:
        await made.publisher.close()


async def goes_on(desk: Desk) -> None:
    """A machine has moved, and goes on."""
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved", machine_moves_again=True))
    await asyncio.sleep(0)


async def test_a_turn_is_one_message(desk: Desk) -> None:
    now = desk.clock.source()
    desk.clock.source = lambda: now  # it stands still
    for _ in range(3):
        await goes_on(desk)
        desk.clock.advance(HOLD_SECONDS / 4)
        await asyncio.sleep(0)
    assert desk.channel.take() == []
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    desk.clock.advance(1)
    assert await settled(desk) == ["edit"]


async def settled(desk: Desk) -> list[str]:
    await desk.publisher.wait_until_idle()
    return [act[0] for act in desk.channel.take()]


async def test_a_long_turn_is_told_in_between(desk: Desk) -> None:
    await goes_on(desk)
    desk.clock.advance(HOLD_SECONDS / 2)
    await goes_on(desk)  # it does not put off what was to be told
    desk.clock.advance(HOLD_SECONDS / 2)
    assert await settled(desk) == ["edit"]


async def test_a_machine_waits_for_what_was_done_before_and_not_for_its_own_turn(desk: Desk) -> None:
    publisher = desk.publisher
    assert publisher.find_channel_update(TABLE) is None
    await publisher.publish_change(TableChange(desk.books.table, "moved"))
    told = publisher.find_channel_update(TABLE)
    assert told is not None
    await told.wait()
    assert [act[0] for act in desk.channel.take()] == ["edit"]
    assert publisher.find_channel_update(TABLE) is None
    await goes_on(desk)
    assert publisher.find_channel_update(TABLE) is None


async def test_what_others_do_meanwhile_is_told_with_the_turn_so_far(desk: Desk) -> None:
    now = desk.clock.now()
    await goes_on(desk)
    vote = Vote(7, TABLE, "end", None, ANN, None, (ANN, BEN), (ANN,), (), "open", now, now + 999)
    desk.books.ballots[7] = vote
    await desk.publisher.publish_change(TableChange(desk.books.table, "vote", vote))
    assert desk.publisher.find_channel_update(TABLE) is not None
    assert sorted(await settled(desk)) == ["edit", "send"]


async def test_what_is_to_be_told_anyway_is_not_held_back(desk: Desk) -> None:
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    await goes_on(desk)
    assert await settled(desk) == ["edit"]


async def test_nothing_begins_before_what_was_owed_at_the_start_is_told() -> None:
    desk = Desk()
    assert desk.publisher.find_channel_update(TABLE) is not None
    desk.books.owe("turn", BEN)
    healed = desk.publisher.find_channel_update(TABLE)
    await desk.publisher.publish_unsent_after_restart()
    assert healed is not None
    assert healed.is_set()
    told = desk.publisher.find_channel_update(TABLE)
    assert told is not None
    await told.wait()
    assert [act[0] for act in desk.channel.take()] == ["send"]
    await desk.publisher.close()


async def test_nobody_waits_for_discord_when_it_is_away(desk: Desk) -> None:
    desk.channel.fail["edit"] = [http_error(0, 503)] * 5
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    told = desk.publisher.find_channel_update(TABLE)
    assert told is not None
    await told.wait()
    assert desk.publisher.find_channel_update(TABLE) is None
    await goes_on(desk)  # and when a machine has moved, it is tried again
    assert desk.publisher.find_channel_update(TABLE) is not None


async def test_where_a_machine_waits_it_is_told_at_once(desk: Desk) -> None:
    now = desk.clock.source()
    desk.clock.source = lambda: now  # it stands still
    desk.publisher.hurry_channel_update(TABLE)  # nothing is to be told
    assert await settled(desk) == []
    await desk.publisher.publish_change(TableChange(desk.books.table, "moved"))
    desk.publisher.hurry_channel_update(TABLE)
    told = desk.publisher.find_channel_update(TABLE)
    assert told is not None
    desk.clock.advance(1)  # edits keep their distance all the same
    await told.wait()
    assert await settled(desk) == ["edit"]
