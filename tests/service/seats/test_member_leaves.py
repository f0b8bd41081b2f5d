"""People who leave the server of a table and come back; homes that are lost and found."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from cachetools import FIFOCache

from service.errors import ServiceError
from service.play.server_members import Membership
from service.state.model import CLOCK, Table
from service.state.turn_clocks import MIN_SECONDS_AFTER_RETURN
from tools.soak.fixed_luck import clock_at

from ..house import ANN, BEN, CID, HOME, House, opened
from ..state.test_late import DAY, HOUR, begun, later, present, told


class World:
    """Who is on which server; an exception in place of a finding is raised."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.answer: Membership | BaseException | None = None
        self.asked: list[int] = []

    async def ask(self, guild_id: int, user_id: int) -> Membership:
        self.asked.append(user_id)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer or ("gone" if user_id in self.gone else "here")


@pytest.fixture
def world(house: House) -> World:
    return settled_in(house)


def settled_in(house: House) -> World:
    made = World()
    house.tables.server_members.fetch_membership = made.ask
    return made


def user_of(table: Table, seat: int) -> int:
    user = table.seats[seat].user_id
    assert user is not None
    return user


async def keys(house: House, table: Table, since: int = 0) -> list[str]:
    return [event.key for entry in await house.tables.history.read_entries(table.id, since) for event in entry.events]


async def waited(house: House, pace: str = "24h", late: str = "ask") -> tuple[Table, int]:
    """A game that waits, and one seat that is waited for."""
    table = await begun(house, pace, late)
    return table, table.seats_to_move[0]


async def test_who_left_is_told_once_is_not_reminded_and_the_table_is_asked(house: House, world: World) -> None:
    table, seat = await waited(house)
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    now = present(house, table)
    assert abs((now.seats[seat].left_at or 0) - house.clock.now()) < 60
    assert now.seats[seat].is_human
    assert not now.seats[seat].is_present
    mine = [what for s, what in await told(house, table) if s == seat]
    assert mine == ["empty"]
    for _ in range(5):
        await later(house, DAY)
    assert (await keys(house, table)).count("table.left") == 1
    assert [what for s, what in await told(house, table) if s == seat] == ["empty"]


async def test_the_others_hear_of_it_as_they_want_and_who_left_does_not(house: House, world: World) -> None:
    table, seat = await waited(house)
    others = [user_of(table, s.index) for s in table.seats if s.index != seat]
    for user in (user_of(table, seat), others[0]):
        await house.tables.preferences.set_setting(user, "ping", "dm")
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    await house.idle()
    letters = {u: await house.tables.direct_messages.list_due_messages(u) for u in (101, 102, 103)}
    assert [call.what for letter in letters[others[0]] for call in letter.notifications if call.what == "empty"] == [
        "empty"
    ]
    assert letters[user_of(table, seat)] == []
    assert letters[others[1]] == []  # the message in the home mentions them


async def test_the_host_passes_on_to_the_first_who_is_still_here(house: House, world: World) -> None:
    table = await begun(house)
    assert table.host == 101
    world.gone |= {101, 102}
    await later(house, 13 * HOUR)
    gone = [s.user_id for s in present(house, table).seats if s.left_at is not None]
    assert set(gone) == {101, 102}
    assert present(house, table).host == 103


async def test_all_gone_the_table_freezes_and_nobody_is_called(house: House, world: World) -> None:
    table = await begun(house)
    await house.tables.preferences.set_setting(103, "ping", "dm")
    before = {post.number for post in await house.tables.outbox.list_unsent_posts(table.id)}
    world.gone |= {101, 102, 103}
    await later(house, 13 * HOUR)
    now = present(house, table)
    assert now.status == "frozen"
    assert all(stretch.timer.start is None for stretch in now.stretches)
    assert await told(house, table) == []
    assert [
        post.pings for post in await house.tables.outbox.list_unsent_posts(table.id) if post.number not in before
    ] == []
    assert await house.tables.direct_messages.list_due_messages(103) == []
    await later(house, 20 * DAY)
    assert (await keys(house, table)).count("table.left") == 3
    await house.tables.member_leaves.record_presence(102, HOME.guild_id)
    now = present(house, table)
    assert (now.status, now.host) == ("active", 102)
    assert [s.user_id for s in now.seats if s.is_present] == [102]
    assert all(stretch.timer.start is not None for stretch in now.stretches)
    assert await told(house, table) == [(now.seats_to_move[0], "empty")]


async def test_who_comes_back_is_welcomed_by_any_press_there(house: House, world: World) -> None:
    table, seat = await waited(house)
    user = user_of(table, seat)
    world.gone.add(user)
    await later(house, 13 * HOUR)
    await later(house, 60 * HOUR)
    await house.tables.member_leaves.record_presence(user, 8)  # on another server
    assert present(house, table).seats[seat].left_at is not None
    await house.tables.member_leaves.record_presence(user, HOME.guild_id)
    await house.tables.member_leaves.record_presence(user, HOME.guild_id)
    now = present(house, table)
    assert now.seats[seat].left_at is None
    assert (await keys(house, table)).count("table.returned") == 1
    stretch = now.pending_turn_of(seat)
    assert stretch is not None
    left = (stretch.timer.allowance or 0) - stretch.timer.counted
    assert abs(left - 11 * HOUR) < 60  # of their day 13 hours were used up when they were found to have left
    assert stretch.timer.due is not None
    assert stretch.timer.due > house.clock.now()


async def test_who_was_late_and_is_back_has_an_hour(house: House, world: World) -> None:
    table, seat = await waited(house)
    user = user_of(table, seat)
    world.answer = "unknown"
    await later(house, 25 * HOUR)
    world.answer = None
    world.gone.add(user)
    await later(house, DAY)
    assert present(house, table).seats[seat].left_at is not None
    await house.tables.member_leaves.record_presence(user, HOME.guild_id)
    stretch = present(house, table).pending_turn_of(seat)
    assert stretch is not None
    assert stretch.timer.due == house.clock.now() + MIN_SECONDS_AFTER_RETURN


async def test_who_is_found_again_by_the_lookup_is_welcomed_and_reminded(house: House, world: World) -> None:
    table, seat = await waited(house)
    user = user_of(table, seat)
    world.gone.add(user)
    await later(house, 13 * HOUR)
    world.gone.clear()
    await later(house, 7 * HOUR)
    assert present(house, table).seats[seat].left_at is None
    assert "table.returned" in await keys(house, table)


@pytest.mark.parametrize("answer", ["unknown", OSError("no line"), TimeoutError()])
async def test_a_lookup_that_fails_decides_nothing(
    house: House, world: World, answer: Membership | BaseException
) -> None:
    table, seat = await waited(house)
    world.gone.add(user_of(table, seat))
    world.answer = answer
    await later(house, 13 * HOUR)
    assert all(s.left_at is None for s in present(house, table).seats)
    assert [what for s, what in await told(house, table) if s == seat] == ["half"]
    assert len(world.asked) == 1  # after one that failed nobody is asked for a minute
    world.answer = None
    await later(house, 7 * HOUR)
    assert present(house, table).seats[seat].left_at is not None


async def test_a_lookup_without_an_answer_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = await waited(house)
    never = asyncio.Event()

    async def silent(guild_id: int, user_id: int) -> Membership:
        await never.wait()
        return "gone"

    house.tables.server_members.fetch_membership = silent
    house.tables.server_members.patience = 0.05
    await later(house, 13 * HOUR)
    assert all(s.left_at is None for s in present(house, table).seats)
    assert [what for s, what in await told(house, table) if s == seat] == ["half"]


async def test_a_finding_holds_for_an_hour_and_their_number_is_bounded(
    house: House, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = house.tables.server_members
    assert await known.find_membership(7, 101) == "here"
    house.clock.advance(HOUR - 1)
    assert await known.find_membership(7, 101) == "here"
    assert world.asked == [101]
    house.clock.advance(2)
    await known.find_membership(7, 101)
    await known.find_membership(8, 101)
    assert world.asked == [101] * 3
    monkeypatch.setattr(known, "_cached_memberships", FIFOCache(2))
    for user in (102, 103, 101):
        await known.find_membership(7, user)
    assert world.asked == [101, 101, 101, 102, 103, 101]
    known.remember_membership(7, 104, "here")
    assert await known.find_membership(7, 104) == "here"
    assert world.asked[-1] == 101
    assert await known.find_membership(None, 104) == "unknown"


async def test_the_table_waits_and_the_clock_stands(house: House, world: World) -> None:
    table, seat = await waited(house, late="fallback")
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    other = next(s.index for s in present(house, table).seats if s.is_present)
    with pytest.raises(ServiceError, match="not_empty"):
        await house.tables.member_leaves.wait_for_player(table.id, user_of(table, other), other)
    with pytest.raises(ServiceError, match="not_empty"):
        await house.tables.member_leaves.wait_for_player(table.id, user_of(table, other), 9)
    for _ in range(2):
        await house.tables.member_leaves.wait_for_player(table.id, user_of(table, other), seat)
    assert (await keys(house, table)).count("table.left_wait") == 1
    stretch = present(house, table).pending_turn_of(seat)
    assert stretch is not None
    assert (stretch.timer.start, stretch.timer.due) == (None, None)
    before = present(house, table).seq
    await later(house, 3 * DAY)
    acted = [e for e in await house.tables.history.read_entries(table.id, before) if e.seat == seat]
    assert acted == []
    await house.tables.member_leaves.record_presence(user_of(table, seat), HOME.guild_id)
    stretch = present(house, table).pending_turn_of(seat)
    assert stretch is not None
    assert stretch.timer.start is not None


async def test_a_machine_plays_until_they_are_back(house: House, world: World) -> None:
    table, seat = await waited(house)
    user = user_of(table, seat)
    world.gone.add(user)
    await later(house, 13 * HOUR)
    other = next(s.index for s in present(house, table).seats if s.is_present)
    for _ in range(2):
        await house.tables.member_leaves.let_machine_play(table.id, user_of(table, other), seat)
    await house.tables.machines.wait_until_idle(table.id)
    assert (await keys(house, table)).count("table.left_machine") == 1
    assert present(house, table).seats[seat].machine is not None
    await house.tables.member_leaves.record_presence(user, HOME.guild_id)
    assert present(house, table).seats[seat].left_at is None
    back = await house.tables.seat_transfers.return_seat(table.id, user)
    assert back.seats[seat].is_present


async def test_the_clock_plays_for_who_left_where_that_was_agreed(house: House, world: World) -> None:
    table, seat = await waited(house, late="fallback")
    world.gone.add(user_of(table, seat))
    before = table.seq
    await later(house, 13 * HOUR)
    await later(house, 11 * HOUR)
    await later(house, 60)
    entries = [e for e in await house.tables.history.read_entries(table.id, before) if e.kind == "move"]
    assert seat in {entry.seat for entry in entries}
    assert {entry.by for entry in entries} == {CLOCK}


async def test_nobody_is_called_who_left(house: House, world: World) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    world.gone.add(user_of(table, seat))
    await later(house, 13 * HOUR)
    by = next(s.user_id for s in present(house, table).seats if s.is_present)
    assert by is not None
    with pytest.raises(ServiceError, match="remind_left"):
        await house.tables.nudges.remind_seats(table.id, by, seat)
    vote = await house.tables.votes.propose_vote(table.id, by, "end")
    assert user_of(table, seat) not in vote.voters


async def test_a_vote_goes_on_without_who_left(house: House, world: World) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    user = user_of(table, seat)
    first, second = [s.user_id or 0 for s in table.seats if s.user_id != user]
    vote = await house.tables.votes.propose_vote(table.id, first, "end")
    await house.tables.votes.answer_vote(vote.id, second, True)
    world.gone.add(user)
    await later(house, 13 * HOUR)
    closed = await house.tables.votes.find_vote(vote.id)
    assert closed is not None
    assert closed.status == "passed"


async def test_it_all_stands_after_a_restart(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        world = settled_in(house)
        table, seat = await waited(house)
        world.gone.add(user_of(table, seat))
        await later(house, 13 * HOUR)
        at = present(house, table).seats[seat].left_at
        other = next(s.index for s in present(house, table).seats if s.is_present)
        await house.tables.member_leaves.wait_for_player(table.id, user_of(table, other), seat)
        await house.tables.channels.mark_unreachable(table.id, "thread")
    async with opened(path, clock) as house:
        now = present(house, table)
        assert now.seats[seat].left_at == at
        assert now.homeless == "thread"
        await house.tables.channels.mark_reachable(table.id)
        stretch = present(house, table).pending_turn_of(seat)
        assert stretch is not None
        assert stretch.timer.start is None  # the table waits, as it said


# --- lobbies -----------------------------------------------------------------------------------------------------


async def test_a_lobby_goes_on_without_its_host(house: House, world: World) -> None:
    table = await house.lobby(ANN, BEN, CID)
    world.gone.add(101)
    assert await house.tables.member_leaves.look_up_host(table.id)
    now = present(house, table)
    assert [s.name for s in now.seats] == ["Ben", "Cid"]
    assert now.host == 102
    assert not await house.tables.member_leaves.look_up_host(table.id)


async def test_a_lobby_without_people_is_closed(house: House, world: World) -> None:
    table = await house.lobby(ANN, BEN)
    await house.tables.machine_seats.add_machine(table.id, 101)
    world.answer = "unknown"
    await house.tables.member_leaves.look_up_lobby_members(table.id)
    assert len(present(house, table).seats) == 3
    world.answer = None
    house.clock.advance(2 * HOUR)
    world.gone |= {101, 102}
    await house.tables.member_leaves.look_up_lobby_members(table.id)
    assert house.tables.registry.get(table.id) is None
    assert house.witness.news[-1] == "closed"
