"""A digest that would come too late, and owners for whom a friend stands in who may not have heard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from service.state import notifications
from service.state.mail import Notification, Reminder
from service.state.model import Table
from tools.soak.fixed_luck import clock_at

from ..calling import HOUR, MONDAY, asked, letters, pinged, until, wants
from ..house import DAN, House, opened
from ..seats.test_empty_seats import waits_for_a_friend
from ..state.test_late import aside, begun, told

FOUR_FIFTHS = MONDAY + 19 * HOUR + 1200  # of a day since ten in the morning; the digest of eight comes before its end
DUE = MONDAY + 24 * HOUR + 60


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


async def awaited(house: House, **chosen: str) -> tuple[Table, int, int]:
    """A game with a day for each move, the seat it waits for, and its user, who has a digest."""
    table = await begun(house)
    seat = table.seats_to_move[0]
    user = table.seats[seat].user_id or 0
    await wants(house, user, ping="digest", **chosen)
    return table, seat, user


def rings(house: House, user: int, what: str) -> bool:
    return house.tables.direct_messages.can_mention_user(user, house.clock.now(), what)


async def test_who_would_be_late_before_the_next_digest_is_mentioned_once(house: House) -> None:
    table, seat, user = await awaited(house, digest="18:00")
    await until(house, FOUR_FIFTHS)
    assert await told(house, table) == [(seat, "last")]
    assert rings(house, user, "last")
    await until(house, DUE)
    assert await told(house, table) == [(seat, "last"), (seat, "due")]
    assert not rings(house, user, "due")


async def again(house: House, pace: str, **chosen: str) -> tuple[Table, int, int, tuple[int, ...]]:
    """Who has a digest is asked anew at that pace: the table, their seat and user, whom the new message mentions."""
    table = await begun(house, pace)
    user = 102
    await wants(house, user, ping="digest", **chosen)
    table = await asked(house, table, user)
    seat = table.seat_of(user)
    assert seat is not None
    return table, seat.index, user, await pinged(house, table)


async def test_whose_time_is_up_before_the_next_digest_is_mentioned_at_once_and_once(house: House) -> None:
    table, seat, user, mentioned = await again(house, "12h", digest="08:00")
    assert user in mentioned
    await until(house, MONDAY + 10 * HOUR)  # half of the time and four fifths of it have passed
    assert [what for at, what in await told(house, table) if at == seat] == []
    assert await letters(house, user) == []


async def test_whose_digest_comes_in_time_waits_for_it(house: House) -> None:
    _, _, user, mentioned = await again(house, "24h", digest="08:00")
    assert user not in mentioned
    await until(house, MONDAY + 22 * HOUR + 1)
    ((how, _, what),) = await letters(house, user)
    assert (how, what[0]) == ("digest", "turn")


async def test_at_once_is_after_quiet_hours(house: House) -> None:
    table, seat, user, mentioned = await again(house, "12h", digest="09:00", quiet="09:00-12:00", timezone="UTC")
    assert user not in mentioned
    await until(house, MONDAY + 2 * HOUR + 1)
    assert (seat, "woke") in await told(house, table)
    assert house.tables.direct_messages.can_mention_user(user, MONDAY + 2 * HOUR + 1, "woke")
    await until(house, MONDAY + 12 * HOUR)
    assert [what for at, what in await told(house, table) if at == seat] == ["woke"]


async def test_where_the_digest_comes_in_time_nobody_is_mentioned(house: House) -> None:
    table, *_ = await awaited(house, digest="08:00")
    await until(house, FOUR_FIFTHS)
    assert await told(house, table) == []


async def test_who_wants_to_be_reminded_only_when_it_is_due_is_mentioned_then(house: House) -> None:
    table, seat, user = await awaited(house, digest="18:00", reminders="due")
    await until(house, DUE)
    assert await told(house, table) == [(seat, "due")]
    assert rings(house, user, "due")


async def test_that_a_machine_is_about_to_play_waits_for_no_digest(house: House) -> None:
    table, seat, user = await awaited(house, digest="18:00")
    await until(house, DUE)
    other = next(each.user_id or 0 for each in table.seats if each.index != seat)
    await house.tables.nudges.let_machine_move(table.id, other, seat)
    assert (await told(house, table))[-1] == (seat, "machine")
    assert rings(house, user, "machine")


@pytest.mark.parametrize("what", ["last", "machine"])
def test_quiet_hours_hold_it_back(what: str) -> None:
    settings = {"ping": "digest", "quiet": "09:00-12:00", "timezone": "UTC"}
    (call,) = notifications.plan_notification(101, 1, 5, what, MONDAY, settings)
    assert (call.how, call.ready_at) == ("mention", MONDAY + 2 * HOUR)


# --- a friend stands in


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        ({"ping": "digest", "digest": "18:00"}, "last"),
        ({"ping": "digest", "digest": "08:00"}, "late"),
        ({"ping": "off"}, "late"),
        ({"reminders": "off"}, "late"),
    ],
)
@pytest.mark.parametrize("ping", ["mention", "dm"])
async def test_an_owner_hears_where_their_friend_may_not(
    house: House, chosen: dict[str, str], what: str, ping: str
) -> None:
    table = await waits_for_a_friend(house)
    await wants(house, DAN.user_id, **chosen)
    await wants(house, 101, ping=ping)
    await until(house, FOUR_FIFTHS)
    assert (ping, table.id, [f"owner {what}"]) in await letters(house, 101)
    table = await house.tables.registry.load_table(table.id)
    while 0 in table.seats_to_move:
        table = await aside(house, table)
    assert not any("owner" in each for _, _, told in await letters(house, 101) for each in told)


async def test_an_owner_is_left_alone_where_their_friend_hears(house: House) -> None:
    await waits_for_a_friend(house)
    await wants(house, 101, ping="dm")
    await until(house, FOUR_FIFTHS)
    assert not any("owner" in each for _, _, told in await letters(house, 101) for each in told)


async def test_an_owner_with_direct_messages_hears_when_the_time_is_up(house: House) -> None:
    table = await waits_for_a_friend(house)
    await wants(house, 101, ping="dm")
    await until(house, DUE)
    assert ("dm", table.id, ["owner due"]) in await letters(house, 101)


async def test_an_owner_who_wants_no_reminders_gets_none(house: House) -> None:
    await waits_for_a_friend(house)
    await wants(house, DAN.user_id, ping="off")
    await wants(house, 101, ping="dm", reminders="off")
    await until(house, DUE)
    assert not any("owner" in each for _, _, told in await letters(house, 101) for each in told)


@pytest.mark.parametrize(("what", "step"), [("half", 1), ("late", 2), ("due", 3), ("daily", 4), ("nudge", 0)])
async def test_what_is_not_so_at_the_present_pace_is_not_told(house: House, what: str, step: int) -> None:
    table, seat, user = await awaited(house)
    (stretch,) = [one for one in table.stretches if one.seat == seat]
    call = Notification(user, table.id, stretch.seq, what, "digest", house.clock.now(), house.clock.now())

    def stands(at: int) -> bool:
        timer = replace(stretch.timer, step=at)
        return notifications.is_still_relevant(call, replace(table, stretches=(replace(stretch, timer=timer),)), None)

    assert stands(step)
    assert what == "nudge" or not stands(min(step, 3) - 1)


async def test_an_owner_hears_that_the_time_is_up_where_the_channel_calls_nobody(house: House) -> None:
    """Only by the policy `ask` all are told there; otherwise who stands in hears elsewhere, and the owner apart."""
    table = await waits_for_a_friend(house)
    turn = table.pending_turn_of(0)
    assert turn is not None
    due = Reminder(table.id, 0, turn.seq, 3, "due", house.clock.now())
    for late, ping, hears in (("machine", "dm", True), ("machine", "mention", False), ("ask", "dm", False)):
        settings = {DAN.user_id: {"ping": ping}}
        planned = notifications.plan_owner_notification(
            replace(table, late=late), table.seats[0], turn.timer, due, settings
        )
        assert [(one.user_id, one.what, one.how) for one in planned] == [(101, "owner due", "mention")] * hears
