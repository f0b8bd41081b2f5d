"""Homes of tables that go and come back, and what goes wrong in between."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from db.errors import StoreError
from service.errors import ServiceError
from service.state.model import TableChannel

from ..house import ANN, BEN, CID, DAN, HOME, House
from ..seats.test_member_leaves import World, keys, settled_in, user_of, waited
from ..state.test_late import DAY, HOUR, begun, later, present, told


@pytest.fixture
def world(house: House) -> World:
    return settled_in(house)


# --- homes -------------------------------------------------------------------------------------------------------


async def test_the_clocks_of_a_homeless_table_stand(house: House, world: World) -> None:
    table = await begun(house, late="fallback")
    await later(house, 6 * HOUR)
    await house.tables.channels.mark_unreachable(table.id, "channel")
    before = present(house, table).seq
    await later(house, 6 * DAY)
    now = present(house, table)
    assert now.seq == before
    assert await told(house, table) == []
    moved = await house.tables.channels.move_unreachable_table(table.id, now.host, TableChannel(7, 71))
    assert moved.homeless == ""
    for stretch in moved.stretches:
        assert stretch.timer.due == house.clock.now() + 18 * HOUR
    await later(house, 18 * HOUR + 60)
    assert present(house, table).seq > before


async def test_moves_at_a_homeless_table_begin_no_clock(house: House) -> None:
    table = await begun(house)
    await house.tables.channels.mark_unreachable(table.id, "server")
    table = await house.aside(present(house, table))
    assert all(stretch.timer.due is None for stretch in table.stretches)
    await house.tables.channels.mark_reachable(table.id)
    assert all(stretch.timer.due is not None for stretch in present(house, table).stretches)


async def test_nobody_asks_a_homeless_table_whether_it_goes_on(house: House) -> None:
    table = await begun(house)
    await house.tables.channels.mark_unreachable(table.id, "server")
    await later(house, 8 * DAY)
    assert present(house, table).asked_at is None
    await house.tables.channels.mark_reachable(table.id)
    await later(house, 60)
    assert present(house, table).asked_at is not None


async def test_a_server_that_is_closed_to_us_takes_the_home(house: House, world: World) -> None:
    table = await begun(house, late="fallback")
    world.answer = "closed"
    before = table.seq
    await later(house, 25 * HOUR)
    now = present(house, table)
    assert now.homeless == "server"
    assert now.seq == before
    assert all(s.left_at is None for s in now.seats)


async def test_who_may_bring_a_table_elsewhere(house: House, world: World) -> None:
    table = await begun(house)
    with pytest.raises(ServiceError, match="nothing_to_move"):
        await house.tables.channels.move_unreachable_table(table.id, 101, TableChannel(7, 71))
    await house.tables.channels.mark_unreachable(table.id, "channel")
    with pytest.raises(ServiceError, match="lobby_not_host"):
        await house.tables.channels.move_unreachable_table(table.id, 102, TableChannel(7, 71))
    with pytest.raises(ServiceError, match="not_seated"):
        await house.tables.channels.move_unreachable_table(table.id, DAN.user_id, TableChannel(7, 71))
    await house.tables.channels.mark_unreachable(table.id, "server")  # nobody can find out where the host is
    world.gone.add(103)
    with pytest.raises(ServiceError, match="home_without") as caught:
        await house.tables.channels.move_unreachable_table(table.id, 102, TableChannel(8, 81))
    assert caught.value.params["names"] == ["Cid"]
    house.clock.advance(2 * HOUR)
    world.answer = "unknown"
    with pytest.raises(ServiceError, match="home_unsure"):
        await house.tables.channels.move_unreachable_table(table.id, 102, TableChannel(8, 81))
    world.answer, world.gone = None, set()
    house.clock.advance(2 * HOUR)
    moved = await house.tables.channels.move_unreachable_table(table.id, 102, TableChannel(8, 81))
    assert (moved.home, moved.homeless) == (TableChannel(8, 81), "")


# --- what goes wrong in between ----------------------------------------------------------------------------------


async def test_a_database_that_fails_in_between_notes_it_once(
    house: House, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = await waited(house)
    write, failing = house.store.write, [True, True]

    async def fragile(work: Any) -> Any:
        if failing:
            failing.pop()
            raise StoreError("store.failed", file="x", reason="y")
        return await write(work)

    world.gone.add(user_of(table, seat))
    monkeypatch.setattr(house.store, "write", fragile)
    house.clock.advance(13 * HOUR)
    for _ in range(200):
        await asyncio.sleep(0.01)
        if not failing:
            break
    for _ in range(3):
        await later(house, 10)
    assert not failing
    assert present(house, table).seats[seat].left_at is not None
    assert (await keys(house, table)).count("table.left") == 1
    assert [what for s, what in await told(house, table) if s == seat] == ["empty"]


async def test_who_leaves_twice_is_asked_about_twice(house: House, world: World) -> None:
    table, seat = await waited(house, pace="7d")
    user = user_of(table, seat)
    for n in (1, 2):
        world.gone.add(user)
        await later(house, 80 * HOUR)
        assert (await keys(house, table)).count("table.left") == n
        if n == 1:
            world.gone.clear()
            await house.tables.member_leaves.record_presence(user, HOME.guild_id)
            assert present(house, table).seats[seat].is_present


async def test_an_undo_changes_nothing_of_who_has_left(house: House, world: World) -> None:
    """What the table said about a seat stands, also where moves before it are taken back."""
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    by = next(s.user_id or 0 for s in present(house, table).seats if s.is_present)
    await house.tables.member_leaves.wait_for_player(table.id, by, seat)
    vote = await house.tables.votes.propose_vote(table.id, by, "undo", 2)
    for user in vote.voters:
        if user != by:
            await house.tables.votes.answer_vote(vote.id, user, True)
    now = present(house, table)
    assert now.seq > table.seq
    assert now.seats[seat].left_at is not None
    stretch = now.pending_turn_of(seat)
    assert stretch is None or stretch.timer.start is None


async def test_when_the_last_who_is_here_resigns_the_table_is_frozen(house: House, world: World) -> None:
    table, seat = await waited(house)
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    for other in present(house, table).present_seats:
        await house.tables.moves.resign(table.id, other.user_id or 0)
    now = present(house, table)
    assert now.status == "frozen"
    assert all(stretch.timer.start is None for stretch in now.stretches)


async def test_the_rematch_calls_nobody_who_has_left(house: House, world: World) -> None:
    table, seat = await waited(house)
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    left = user_of(table, seat)
    vote = await house.tables.votes.propose_vote(table.id, (present(house, table).present_seats[0].user_id or 0), "end")
    for user in vote.voters:
        if house.tables.registry.get(table.id) is not None:
            await house.tables.votes.answer_vote(vote.id, user, True)
    by = next(person for person in (ANN, BEN, CID) if person.user_id != left)
    lobby, _ = await house.tables.game_start.open_rematch(table.id, by)
    assert {user for post in await house.tables.outbox.list_unsent_posts(lobby.id) for user in post.pings} == {
        101,
        102,
        103,
    } - {
        left,
        by.user_id,
    }
