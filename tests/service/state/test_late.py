"""Time at a table: what is due when, reminders, what is done for somebody who does not come."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from service.errors import ServiceError, Stale
from service.jobs import timekeeper
from service.state import turn_clocks
from service.state.model import CLOCK, Table, TurnTimer
from service.time import user_hours as times
from tests import stores
from tools.soak.fixed_luck import clock_at

from ..house import ANN, BEN, CID, House, opened

HOUR, DAY = 3600, 86_400


async def aside(house: House, table: Table) -> Table:
    """Everybody who is waited for moves, by hand."""
    for seat in table.seats_to_move:
        user = table.seats[seat].user_id
        assert user is not None
        line = house.legal(table, seat)[0]
        table = (
            await house.tables.moves.play_moves(table.id, user, [line], act=f"{table.id}.{table.seq}.{seat}")
        ).table
    return table


async def begun(house: House, pace: str = "24h", late: str = "ask", *people: object) -> Table:
    """A game at that pace, Ann to move with everybody else; its first decisions are made."""
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_pace(table.id, 101, pace)
    await house.tables.lobby.set_late(table.id, 101, late)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.game_start.start_game(table.id, 101))


async def later(house: House, seconds: float) -> None:
    """Move the clock; everything that falls due meanwhile is done when it returns."""
    house.clock.advance(seconds)
    for _ in range(4000):
        await asyncio.sleep(0.005)
        if not await house.store.read(lambda t: t.games_with_due_action(house.clock.now(), 1)):
            break
    else:
        raise AssertionError("something stays due")
    await house.known()
    for table_id in list(house.tables.registry.tables):
        await house.tables.machines.wait_until_idle(table_id)


def present(house: House, table: Table) -> Table:
    found = house.tables.registry.get(table.id)
    assert found is not None
    return found


async def told(house: House, table: Table) -> list[tuple[int, str]]:
    return [(notice.seat, notice.what) for notice in await house.tables.reminders.list_reminders(table.id)]


async def test_the_first_decision_of_a_seat_has_half_the_time(house: House) -> None:
    house.stand_still()
    table = await house.lobby(ANN, BEN)
    await house.tables.lobby.set_pace(table.id, 101, "24h")
    table = await house.tables.game_start.start_game(table.id, 101)
    assert [stretch.timer.allowance for stretch in table.stretches] == [12 * HOUR, 12 * HOUR]
    table = await aside(house, table)
    assert {stretch.timer.allowance for stretch in table.stretches} == {24 * HOUR}
    assert {stretch.timer.due for stretch in table.stretches} == {house.clock.now() + DAY}


async def test_reminders_at_half_four_fifths_and_due_then_once_a_day(house: House) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    for hours, what in ((11, []), (2, ["half"]), (8, ["half", "late"]), (4, ["half", "late", "due"])):
        await later(house, hours * HOUR)
        assert [w for s, w in await told(house, table) if s == seat] == what
    for _ in range(5):
        await later(house, DAY)
    assert [w for s, w in await told(house, table) if s == seat][3:] == ["daily"] * 3


async def test_of_several_that_were_missed_the_last_comes_alone(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house)
    clock.advance(23 * HOUR)
    async with opened(path, clock) as house:
        await later(house, 1)
        assert {what for _, what in await told(house, table)} == {"late"}
        assert all(s.timer.step == 2 for s in present(house, table).stretches)


async def test_on_it_is_left_alone_until_it_is_due(house: House) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    user = table.seats[seat].user_id
    assert user is not None
    await house.tables.nudges.hush_reminders(table.id, user)
    await later(house, 23 * HOUR)
    assert [w for s, w in await told(house, table) if s == seat] == []
    await later(house, 2 * HOUR)
    assert [w for s, w in await told(house, table) if s == seat] == ["due"]


@pytest.mark.parametrize(("wanted", "what"), [("off", []), ("due", ["due"]), ("all", ["half", "late", "due"])])
async def test_everybody_chooses_their_reminders(house: House, wanted: str, what: list[str]) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    house.tables.registry.settings[table.seats[seat].user_id or 0] = {"reminders": wanted}
    for _ in range(5):
        await later(house, 5 * HOUR)
    assert [w for s, w in await told(house, table) if s == seat] == what


async def test_the_clock_plays_what_is_safe_when_time_is_up_and_not_before(house: House) -> None:
    table = await begun(house, late="fallback")
    before = table.seq
    await later(house, DAY - 60)
    assert present(house, table).seq == before
    await later(house, 120)
    entries = await house.tables.history.read_entries(table.id, before)
    assert entries
    assert {entry.by for entry in entries if entry.kind == "move"} == {CLOCK}
    assert all(entry.events[0].key == "table.by_clock" for entry in entries if entry.kind == "move")


async def test_a_machine_takes_the_seat_until_they_come_back(house: House) -> None:
    table = await begun(house, late="machine")
    await later(house, DAY + 60)
    gone = [seat for seat in present(house, table).seats if seat.machine is not None]
    assert gone
    user = gone[0].user_id
    assert user is not None
    back = await house.tables.seat_transfers.return_seat(table.id, user)
    assert back.seats[gone[0].index].is_human
    assert (await house.tables.seat_transfers.return_seat(table.id, user)).seq == back.seq


async def test_a_machine_does_not_play_on_where_nobody_would_be_left(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.lobby.set_pace(table.id, 101, "24h")
    await house.tables.lobby.set_late(table.id, 101, "machine")
    await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    for _ in range(4):
        await later(house, DAY)
    left = present(house, table)
    assert left.seats[left.seat_of(101).index].is_human
    assert {what for _, what in await told(house, table)} >= {"due", "daily"}


async def test_who_was_replaced_for_being_late_is_told_of_the_end(house: House) -> None:
    table = await begun(house, late="machine")
    await later(house, DAY + 60)
    gone = [seat.user_id for seat in present(house, table).seats if seat.machine is not None]
    assert gone
    vote = await house.tables.votes.propose_vote(table.id, next(u for u in (101, 102, 103) if u not in gone), "end")
    for user in vote.voters:
        if user not in vote.yes:
            await house.tables.votes.answer_vote(vote.id, user, True)
    rows = await house.store.read(lambda t: t.posts_with_reason(table.id, "over"))
    assert all(str(user) in rows[-1].pings.split() for user in gone)


async def test_others_ask_for_a_machine_and_an_hour_later_it_moves(house: House) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    other = next(s.user_id for s in table.seats if s.index != seat)
    assert other is not None
    with pytest.raises(ServiceError, match="not_late"):
        await house.tables.nudges.let_machine_move(table.id, other, seat)
    await later(house, DAY + 60)
    before = present(house, table).seq
    await house.tables.nudges.let_machine_move(table.id, other, seat)
    await later(house, HOUR - 60)
    assert present(house, table).seq == before
    await later(house, 120)
    entries = [entry for entry in await house.tables.history.read_entries(table.id, before) if entry.seat == seat]
    assert entries
    assert entries[0].by == CLOCK


async def test_who_could_not_press_while_the_bot_was_away_gets_half_an_hour(path: Path) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house, late="fallback")
    clock.advance(3 * DAY)
    async with opened(path, clock) as house:
        await later(house, 1)
        assert present(house, table).seq == table.seq
        assert "due" in {what for _, what in await told(house, table)}
        await later(house, timekeeper.GRACE_SECONDS + 1)
        assert present(house, table).seq > table.seq


async def test_it_is_put_off_once_however_often_the_clock_jumps(house: House) -> None:
    table = await begun(house, late="fallback")
    await later(house, 2 * DAY)
    assert present(house, table).seq == table.seq
    await later(house, 2 * DAY)
    assert present(house, table).seq > table.seq


async def test_quiet_hours_do_not_count(house: House) -> None:
    house.tables.registry.settings[101] = {"quiet": "22:00-07:00", "timezone": "Asia/Jerusalem"}
    table = await house.lobby(ANN, BEN)
    await house.tables.lobby.set_pace(table.id, 101, "48h")
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    table = await house.tables.game_start.start_game(table.id, 101)
    mine, theirs = (stretch.timer.due or 0 for stretch in table.stretches)
    assert theirs == house.clock.now() + DAY
    assert 9 * HOUR <= mine - theirs <= 18 * HOUR  # of a day and a night that is longer by it


async def test_a_bank_is_used_up_and_filled_again(house: House) -> None:
    table = await begun(house, pace="bank:3d+12h")
    (stretch,) = table.stretches
    assert stretch.timer.allowance == 3 * DAY + 12 * HOUR
    house.clock.advance(30 * HOUR)
    table = await aside(house, await aside(house, present(house, table)))  # they roll, end their turn, and are asked on
    assert table.pending_turn_of(stretch.seat) == stretch
    table = await aside(house, table)
    assert abs((table.seats[stretch.seat].bank or 0) - (3 * DAY + 12 * HOUR - 30 * HOUR)) < 5
    while table.pending_turn_of(stretch.seat) is None:
        table = await aside(house, table)
    house.clock.advance(HOUR)
    table = await aside(house, table)
    assert abs((table.seats[stretch.seat].bank or 0) - (3 * DAY + 24 * HOUR - 31 * HOUR)) < 5


async def test_an_undo_gives_back_the_bank_of_the_position(house: House) -> None:
    table = await begun(house, pace="bank:3d+12h")
    before = [seat.bank for seat in table.seats]
    house.clock.advance(30 * HOUR)
    seat = present(house, table).seats_to_move[0]
    user = table.seats[seat].user_id
    assert user is not None
    seq = table.seq + 1
    await house.tables.moves.play_moves(table.id, user, [house.legal(table, seat)[0]])
    vote = await house.tables.votes.propose_vote(table.id, user, "undo", seq)
    for other in (101, 102, 103):
        if other != user:
            await house.tables.votes.answer_vote(vote.id, other, True)
    assert [s.bank for s in present(house, table).seats] == before


async def test_an_undo_at_the_beginning_leaves_the_other_banks_full(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_pace(table.id, 101, "bank:3d+12h")
    table = await house.tables.game_start.start_game(table.id, 101)
    house.clock.advance(20 * HOUR)
    line = house.legal(table, table.seat_of(101).index)[0]
    table = (await house.tables.moves.play_moves(table.id, 101, [line], act="own")).table
    assert table.seats[table.seat_of(101).index].bank < 3 * DAY
    vote = await house.tables.votes.propose_vote(table.id, 101, "undo")
    for other in (102, 103):
        await house.tables.votes.answer_vote(vote.id, other, True)
    assert [s.bank for s in present(house, table).seats] == [3 * DAY] * 3


async def test_a_week_without_anybody_asks_all_and_a_month_freezes(house: House) -> None:
    table = await begun(house, pace="none")
    await later(house, 7 * DAY + 60)
    assert present(house, table).asked_at is not None
    await later(house, 23 * DAY)
    frozen = present(house, table)
    assert frozen.status == "frozen"
    assert all(stretch.timer.start is None for stretch in frozen.stretches)
    thawed = await aside(house, frozen)
    assert (thawed.status, thawed.asked_at) == ("active", None)


async def test_a_button_of_an_earlier_state_is_stale_at_a_frozen_table_too(house: House) -> None:
    table = await begun(house, pace="none")
    (seat,) = table.seats_to_move
    user = table.seats[seat].user_id
    assert user is not None
    await later(house, 31 * DAY)
    assert present(house, table).status == "active"  # nobody could be asked before; they have a day now
    await later(house, DAY)
    frozen = present(house, table)
    assert frozen.status == "frozen"
    own = max(entry.seq for entry in await house.tables.history.read_entries(table.id) if entry.seat == seat)
    with pytest.raises(Stale):
        await house.tables.moves.play_moves(table.id, user, [house.legal(frozen, seat)[0]], since=own - 1)
    assert present(house, table).seq == frozen.seq


async def test_the_hours_of_a_machine_never_run(house: House) -> None:
    table = await house.lobby(ANN)
    await house.tables.lobby.set_pace(table.id, 101, "12h")
    await house.tables.machine_seats.add_machine(table.id, 101)
    table = await house.tables.game_start.start_game(table.id, 101)
    await house.tables.machines.wait_until_idle(table.id)
    table = present(house, table)
    for stretch in table.stretches:
        assert (stretch.timer.due is None) is not table.seats[stretch.seat].is_human


async def test_a_look_that_cannot_be_saved_is_made_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await begun(house, late="fallback")
    write, failed = house.store.write, []

    async def fails_once(work: Any) -> Any:
        if not failed:
            failed.append(work)
            raise StoreError("store.full")
        return await write(work)

    monkeypatch.setattr(house.store, "write", fails_once)
    monkeypatch.setattr("service.jobs.scheduler.DATABASE_RETRY_SECONDS", 0)
    await later(house, DAY + 60)
    assert failed
    assert present(house, table).seq > table.seq


async def test_what_is_due_is_found_by_an_index(house: House) -> None:
    for query in (
        "SELECT id FROM games WHERE look_at <= 5 ORDER BY look_at LIMIT 100",
        "SELECT min(look_at) FROM games WHERE look_at IS NOT NULL",
    ):
        assert await house.store.read(partial(stores.found_by, query=query)) == {"games_to_look_at"}


async def test_a_reminder_is_asked_for_once_in_six_hours(house: House) -> None:
    table = await begun(house)
    await house.tables.nudges.remind_seats(table.id, 102)
    assert {what for _, what in await told(house, table)} == {"nudge"}
    with pytest.raises(ServiceError) as soon:
        await house.tables.nudges.remind_seats(table.id, 103)
    assert (soon.value.key, soon.value.params["again"]) == ("remind_soon", house.clock.now() + 6 * HOUR)


def test_after_a_rest_the_next_daily_reminder_waits_for_half_a_day() -> None:
    spans = times.closed_hours({"timezone": "UTC", "rest": "Fri 16:00-Sat 20:00"})
    friday = 1_772_409_600 + 4 * DAY + HOUR  # one o'clock
    timer = TurnTimer(DAY, start=friday - 2 * DAY, due=friday - DAY, step=3)
    at = []
    while (timer := turn_clocks.with_next_reminder(timer, spans)).remind_at is not None:
        at.append((timer.remind_at - friday) // HOUR)
        timer = replace(timer, step=timer.step + 1)
    assert at == [0, 43, 55]  # on Saturday at 20:00, when the rest is over, and not five hours later again


async def test_after_the_clock_was_set_back_the_log_does_not_run_backwards(house: House) -> None:
    table = await begun(house)
    before = (await house.tables.history.read_entries(table.id))[-1].at
    house.clock.offset -= 5 * HOUR
    table = await aside(house, table)
    times = [entry.at for entry in await house.tables.history.read_entries(table.id)]
    assert times == sorted(times)
    assert times[-1] >= before
    assert {stretch.since for stretch in table.stretches} <= {house.clock.now(), before}
    assert all(s.timer.due == s.since + DAY for s in table.stretches)  # what is due, is so by the clock as it is now
    house.clock.offset += 6 * HOUR
    await aside(house, table)
    assert (await house.tables.history.read_entries(table.id))[-1].at == house.clock.now()


async def test_who_is_late_asks_no_machine_for_themselves(house: House) -> None:
    table = await begun(house)
    (seat, *_) = table.seats_to_move
    await later(house, DAY + 60)
    with pytest.raises(ServiceError, match="not_late"):
        await house.tables.nudges.let_machine_move(table.id, table.seats[seat].user_id or 0, seat)
