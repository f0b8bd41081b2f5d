"""While a friend stands in it is they who are called, whose hours count and who answers: in every corner."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.play import outbox
from service.state import due_dates, notifications, seat_offer
from service.state.mail import Notification
from service.state.model import SeatOffer, Table
from service.state.notifications import is_still_relevant
from service.time import vacation

from ..handed import standing_in
from ..house import BEN, DAN, HOME, House
from ..seats.test_empty_seats import deserted, waits_for_a_friend
from ..seats.test_member_leaves import World, settled_in
from .test_late import DAY, HOUR, aside, begun, later, present, told

FRIEND = DAN.user_id


@pytest.fixture
def world(house: House) -> World:
    return settled_in(house)


async def left(house: House, world: World, table: Table, *users: int) -> Table:
    """These people have left the server, and it was found out."""
    world.gone.update(users)
    for user in users:
        house.tables.server_members.remember_membership(HOME.guild_id or 0, user, "gone")
    await house.tables.member_leaves._look_up_members(present(house, table), users)
    return present(house, table)


async def away(house: House, user: int, days: int) -> None:
    await house.tables.vacations.begin_or_plan_vacation(user, None, f"{days}d")


# --- people who have left


async def test_a_table_where_a_friend_plays_is_not_frozen_though_all_owners_have_left(
    house: House, world: World
) -> None:
    table = await left(house, world, await waits_for_a_friend(house), 101, 102, 103)
    assert table.status == "active"
    table = await left(house, world, table, FRIEND)
    assert table.status == "frozen"


async def test_a_friend_behind_a_machine_is_looked_up_with_who_is_reminded(house: House, world: World) -> None:
    table = await standing_in(house, await begun(house, late="machine"))
    while table.seats_to_move != (0,):
        table = await aside(house, table)
    await later(house, 24 * HOUR + 60)
    table = present(house, table)
    assert (table.seats[0].machine is not None, table.seats[0].standin) == (True, FRIEND)
    world.gone.add(FRIEND)
    assert table.seats_to_move
    await later(house, 13 * HOUR)  # somebody else is reminded
    assert present(house, table).seats[0].standin is None
    assert present(house, table).seats[0].is_human  # it is its owner's again, who is called


async def test_the_clock_of_a_friend_runs_on_when_the_owner_comes_back(house: House, world: World) -> None:
    table = await left(house, world, await waits_for_a_friend(house), 101)
    await later(house, 13 * HOUR)
    before = present(house, table).pending_turn_of(0)
    await house.tables.member_leaves.record_presence(101, HOME.guild_id)
    assert present(house, table).seats[0].left_at is None
    assert present(house, table).pending_turn_of(0) == before
    assert await told(house, table) == [(0, "half")]


async def test_the_table_waits_for_an_owner_and_a_friend_who_comes_has_a_clock(house: House, world: World) -> None:
    table = await begun(house)
    while table.seats_to_move != (0,):
        seat = table.seats_to_move[0]
        user = table.seats[seat].user_id or 0
        table = (
            await house.tables.moves.play_moves(table.id, user, [house.legal(table, seat)[0]], act=f"{table.seq}")
        ).table
    asked = await house.tables.seat_transfers.offer_stand_in(table.id, 101, DAN, None, None)
    table = await left(house, world, table, 101)
    await house.tables.member_leaves.wait_for_player(table.id, 102, 0)
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    assert stretch.timer.due is None
    table = await house.tables.seat_transfers.accept_offer(table.id, DAN, asked.asks[-1].number, "dan")
    stretch = table.pending_turn_of(0)
    assert stretch is not None
    assert stretch.timer.due is not None


async def test_a_friend_who_is_late_may_be_replaced_though_the_owner_has_left(house: House, world: World) -> None:
    table = await left(house, world, await waits_for_a_friend(house), 101)
    assert not seat_offer.can_be_replaced(table, table.seats[0], house.clock.now())
    await later(house, DAY + 60)
    table = present(house, table)
    assert seat_offer.can_be_replaced(table, table.seats[0], house.clock.now())


# --- who is told, who answers


async def test_who_stands_in_is_asked_whether_the_game_goes_on(house: House) -> None:
    table = await standing_in(house, await deserted(house), days=40)
    await later(house, 8 * DAY)
    table = await house.tables.registry.load_table(table.id)
    assert table.asked_at is not None
    (post,) = [post for post in await house.tables.outbox.list_unsent_posts(table.id) if post.reason == "asked"][-1:]
    assert {101, FRIEND} <= set(post.pings)
    assert is_still_relevant(Notification(FRIEND, table.id, table.seq, notifications.ASKED, "dm", 0, 0), table, None)


async def test_a_letter_of_who_stands_in_stays_while_their_answer_to_a_vote_is_wanted(house: House) -> None:
    table = await standing_in(house, await begun(house))
    while 0 in table.seats_to_move:
        table = await aside(house, table)
    await house.tables.preferences.set_settings(FRIEND, {"ping": "dm"})
    await house.tables.votes.propose_vote(table.id, 102, "pause")
    await house.idle()
    (letter,) = await house.tables.direct_messages.list_due_messages(FRIEND)
    await house.tables.direct_messages.record_sent_message(letter, 9, 8)
    table = await house.tables.registry.load_table(table.id)
    assert await house.tables.direct_messages.take_answered_messages(table) == []
    (vote,) = house.tables.registry.open_votes.values()
    await house.tables.votes.answer_vote(vote.id, FRIEND, False)
    done = await house.tables.direct_messages.take_answered_messages(await house.tables.registry.load_table(table.id))
    assert [sent.user_id for sent in done] == [FRIEND]


async def test_a_ping_that_a_friend_did_not_get_counts_as_none_after_an_undo(house: House) -> None:
    table = await waits_for_a_friend(house)
    pinged = replace(table.seats[0], pinged_at=house.clock.now(), pinged_seq=table.seq)
    table = replace(table, seats=(pinged, *table.seats[1:]))
    assert outbox.forget_mentions(table, table.seq, {FRIEND}).seats[0].pinged_at is None
    assert outbox.forget_mentions(table, table.seq, {101}).seats[0].pinged_at is not None


async def test_who_moves_for_somebody_is_late_no_more_and_nobody_takes_the_seat(house: House) -> None:
    table = await waits_for_a_friend(house)
    asked = SeatOffer(1, 0, "replace", "vote", None, 102, None, "open", house.clock.now(), house.clock.now() + DAY)
    house.tables.registry.replace_snapshot(replace(table, asks=(asked,)))
    table = (await house.tables.moves.play_moves(table.id, FRIEND, [house.legal(table, 0)[0]], act="dan moves")).table
    assert table.asks[0].status == "void"


async def test_a_table_that_sleeps_calls_the_owner_when_it_wakes(house: House) -> None:
    table = await standing_in(house, await begun(house, "none"), days=45)
    while present(house, table).seats_to_move != (0,):
        now = present(house, table)
        user = now.seats[now.seats_to_move[0]].user_id or 0
        await house.tables.moves.play_moves(now.id, user, [house.legal(now, now.seats_to_move[0])[0]], act=f"{now.seq}")
    for days in (8, 30):
        await later(house, days * DAY)
    assert present(house, table).status == "frozen"

    async def called() -> list[str]:
        return [row.pings for row in await house.store.read(lambda t: t.posts_with_reason(table.id, "turn"))]

    before = await called()
    await later(house, 10 * DAY)
    assert (present(house, table).status, present(house, table).seats[0].standin) == ("frozen", None)
    assert await called() == before
    await house.tables.pauses.confirm_game_goes_on(table.id, BEN, act="awake")
    assert await called() == [*before, "101"]


# --- whose hours count


async def test_the_hour_before_a_machine_moves_is_one_of_who_stands_in(house: House) -> None:
    table = await waits_for_a_friend(house)
    await later(house, DAY + 60)
    house.tables.registry.settings[101] = {"quiet": "00:00-10:00", "timezone": "UTC"}
    at = house.clock.now() % DAY // HOUR
    house.tables.registry.settings[FRIEND] = {"quiet": f"{at:02}:00-{(at + 3) % 24:02}:00", "timezone": "UTC"}
    table = await house.tables.nudges.let_machine_move(table.id, 102, 0)
    stretch = table.pending_turn_of(0)
    assert stretch is not None
    hours = (stretch.timer.act_at or 0) - house.clock.now()
    assert 3 * HOUR <= hours <= 4 * HOUR


@pytest.mark.parametrize(("who", "waits"), [(101, False), (FRIEND, True)])
async def test_a_week_without_anybody_begins_when_who_stands_in_is_back(house: House, who: int, waits: bool) -> None:
    table = await standing_in(house, await begun(house, "none"), days=None)
    while present(house, table).seats_to_move != (0,):
        now = present(house, table)
        user = now.seats[now.seats_to_move[0]].user_id or 0
        await house.tables.moves.play_moves(now.id, user, [house.legal(now, now.seats_to_move[0])[0]], act=f"{now.seq}")
    await away(house, who, 14)
    await later(house, due_dates.ASK_CONTINUE_AFTER + HOUR)
    assert (present(house, table).asked_at is None) is waits


async def test_the_message_is_behind_when_who_stands_in_goes_on_vacation(house: House) -> None:
    table = await waits_for_a_friend(house)
    now = house.clock.now()
    for who, behind in ((101, False), (FRIEND, True)):
        settings = {"vacation": vacation.encode_vacations([vacation.Vacation(now - 60, now + DAY)]) or ""}
        house.tables.registry.settings = {who: settings}
        assert house.tables.outbox._has_vacation_changed_since(table, now - 120) is behind
