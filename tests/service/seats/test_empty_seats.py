"""What a table does about seats whose people have gone: they come back, a friend goes, others say what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.errors import ServiceError
from service.state.mail import Notification
from service.state.membership import EMPTY
from service.state.model import Table
from service.state.notifications import is_still_relevant

from ..handed import standing_in
from ..house import DAN, HOME, House
from ..state.test_late import DAY, HOUR, begun, later, present, told
from .test_member_leaves import World, keys, settled_in, user_of


@pytest.fixture
def world(house: House) -> World:
    return settled_in(house)


async def deserted(house: House) -> Table:
    """The clock has answered for everybody twice, and all are asked."""
    table = await begun(house, "12h", "fallback")
    for _ in range(30):
        await later(house, 12 * HOUR + 60)
        if present(house, table).asked_at is not None:
            return present(house, table)
    raise AssertionError("nobody is asked")


async def found_gone(house: House, table: Table, user: int) -> None:
    """Somebody was seen here lately, and has left since."""
    house.tables.server_members.remember_membership(HOME.guild_id or 0, user, "gone")
    await house.tables.member_leaves._look_up_members(present(house, table), [user])


async def test_who_comes_back_to_a_frozen_table_has_the_whole_time_and_was_never_missed(
    house: House, world: World
) -> None:
    table = await deserted(house)
    (seat, *_) = table.seats_to_move
    user = user_of(table, seat)
    world.gone.add(user)
    await found_gone(house, table, user)
    await later(house, 31 * DAY)
    assert present(house, table).status == "frozen"
    assert all(s.missed for s in present(house, table).seats)
    await house.tables.member_leaves.record_presence(user, HOME.guild_id)
    now = present(house, table)
    stretch = now.pending_turn_of(seat)
    assert stretch is not None
    assert (now.status, now.asked_at, [s.missed for s in now.seats]) == ("active", None, [0, 0, 0])
    assert (stretch.timer.due or 0) - house.clock.now() == 12 * HOUR


@pytest.mark.parametrize("what", ["wait_for_player", "let_machine_play"])
async def test_who_says_what_becomes_of_a_seat_has_come(house: House, world: World, what: str) -> None:
    table = await deserted(house)
    (seat, *_) = table.seats_to_move
    user = user_of(table, seat)
    world.gone.add(user)
    await found_gone(house, table, user)
    other = next(s.user_id for s in table.seats if s.index != seat)
    assert other is not None
    await getattr(house.tables.member_leaves, what)(table.id, other, seat)
    now = present(house, table)
    assert (now.asked_at, {s.missed for s in now.seats}) == (None, {0})


async def test_a_seat_at_which_a_friend_stands_in_is_not_empty(house: House, world: World) -> None:
    table = await standing_in(house, await begun(house))
    world.gone.add(101)
    await house.tables.member_leaves.look_up_host(table.id)
    now = present(house, table)
    assert (now.seats[0].left_at is not None, now.host) == (True, 102)  # another host, though their seat is in hand
    for act in (house.tables.member_leaves.wait_for_player, house.tables.member_leaves.let_machine_play):
        with pytest.raises(ServiceError, match="not_empty"):
            await act(table.id, 102, 0)
    assert present(house, table) == now


async def waits_for_a_friend(house: House) -> Table:
    """Dan stands in for Ann, who is waited for."""
    table = await standing_in(house, await begun(house), days=30)
    while present(house, table).seats_to_move != (0,):
        now = present(house, table)
        seat = now.seats_to_move[0]
        await house.tables.moves.play_moves(now.id, user_of(now, seat), [house.legal(now, seat)[0]], act=f"{now.seq}")
    return present(house, table)


async def test_a_friend_who_has_left_stands_in_no_more_and_the_owner_is_called(house: House, world: World) -> None:
    table = await waits_for_a_friend(house)
    world.gone.add(DAN.user_id)
    await later(house, 13 * HOUR)
    now = present(house, table)
    assert (now.seats[0].standin, now.seats[0].is_present, now.seats[0].left_at) == (None, True, None)
    assert (await keys(house, table, table.seq)).count("table.standin_left") == 1
    posts = await house.store.read(lambda t: t.posts_with_reason(table.id, "turn"))
    assert posts[-1].pings.split() == ["101"]
    assert await told(house, table) == []  # nobody was reminded of what somebody else had not done
    stretch = now.pending_turn_of(0)
    assert stretch is not None
    assert stretch.timer.counted == 0
    await later(house, HOUR)
    assert (await keys(house, table, table.seq)).count("table.standin_left") == 1


async def test_where_both_have_left_the_table_is_asked(house: House, world: World) -> None:
    table = await waits_for_a_friend(house)
    world.gone |= {101, DAN.user_id}
    await later(house, 13 * HOUR)
    now = present(house, table)
    assert (now.seats[0].standin, now.seats[0].is_present) == (None, False)
    found = await keys(house, table, table.seq)
    assert found == ["table.left", "table.standin_left"]
    assert await told(house, table) == [(0, "empty")]


async def test_nobody_is_called_about_an_empty_seat_while_the_table_rests(house: House, world: World) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    world.gone.add(user_of(table, seat))
    await found_gone(house, table, user_of(table, seat))
    now = present(house, table)
    (other, *_) = (one for one in now.seats if one.index != seat)
    call = Notification(other.user_id or 0, table.id, table.seq, EMPTY, "mention", house.clock.now(), house.clock.now())
    assert is_still_relevant(call, now, None)
    assert not is_still_relevant(call, replace(now, status="paused", paused_at=house.clock.now()), None)


async def test_a_friend_who_is_there_goes_on(house: House, world: World) -> None:
    table = await waits_for_a_friend(house)
    world.gone.add(101)
    await later(house, 13 * HOUR)
    assert present(house, table).seats[0].standin == DAN.user_id
    assert await told(house, table) == [(0, "half")]
