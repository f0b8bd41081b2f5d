"""Vacations: clocks stand at all tables, no word comes, so many days a year; one may begin by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from service.errors import ServiceError
from service.state.model import Table, TableChannel, TurnTimer
from service.time.typed import DAY, HOUR
from tools.soak.fixed_luck import clock_at

from ..calling import letters, posted, until, wants
from ..house import ANN, BEN, House, opened
from ..state.test_late import aside, begun, present, told

MONDAY = int(datetime(2026, 3, 2, 10, tzinfo=UTC).timestamp())  # 10:00 in Greenwich


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


def timer(house: House, table: Table, user: int) -> TurnTimer:
    now = present(house, table)
    seat = now.seat_of(user)
    assert seat is not None
    stretch = now.pending_turn_of(seat.index)
    assert stretch is not None
    return stretch.timer


async def beside(house: House, pace: str, late: str = "ask") -> Table:
    """A second game, on another server, that waits for Ann; its first decisions are made."""
    table = await house.lobby(ANN, BEN, home=TableChannel(8, 80))
    await house.tables.lobby.set_pace(table.id, 101, pace)
    await house.tables.lobby.set_late(table.id, 101, late)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.game_start.start_game(table.id, 101))


async def mailed(house: House) -> None:
    """What Ann was to hear so far was sent."""
    await house.idle()
    await posted(house, 101)


async def again(house: House, table: Table, user: int = 101) -> Table:
    """All play on, through all that is asked now, until somebody is asked anew."""
    now, away = await house.tables.registry.load_table(table.id), False
    for n in range(40):
        waiting = [now.seats[seat].user_id or 0 for seat in now.seats_to_move]
        if away and user in waiting:
            return now
        away = away or user not in waiting
        seat = now.seat_of(waiting[0])
        assert seat is not None
        lines = house.legal(now, seat.index)
        line = "end" if "end" in lines else lines[0]
        now = (await house.tables.moves.play_moves(table.id, waiting[0], [line], act=f"{table.id} {now.seq} {n}")).table
    raise AssertionError("they are not asked")


def close(a: int | None, b: int | None, most: int = 30) -> bool:
    """The tests take some seconds too."""
    return a is not None and b is not None and abs(a - b) <= most


async def test_clocks_of_all_tables_stand_and_go_on(house: House) -> None:
    tables = [await begun(house), await beside(house, "48h")]
    due = [timer(house, table, 101).due for table in tables]
    others = [s.timer.due for t in tables for s in present(house, t).stretches if s.seat]
    taken = await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    assert close(taken.end, MONDAY + 7 * DAY)
    assert all(close(timer(house, t, 101).due, (was or 0) + 7 * DAY) for t, was in zip(tables, due, strict=True))
    assert [s.timer.due for t in tables for s in present(house, t).stretches if s.seat] == others
    await until(house, MONDAY + 3 * DAY)
    assert {
        what for t in tables for seat, what in await told(house, t) if present(house, t).seats[seat].user_id == 101
    } == set()
    await house.tables.vacations.end_or_cancel_vacation(101)
    assert all(close(timer(house, t, 101).due, (was or 0) + 3 * DAY) for t, was in zip(tables, due, strict=True))
    assert not house.tables.vacations.vacation_ends_by_seat(present(house, tables[0]))


async def test_it_is_no_way_to_win_time(house: House) -> None:
    table = await begun(house)
    due = timer(house, table, 101).due
    for _ in range(4):
        await house.tables.vacations.begin_or_plan_vacation(101, None, "5d")
        await house.tables.vacations.end_or_cancel_vacation(101)
    assert close(timer(house, table, 101).due, due)


async def test_moves_stay_possible_and_do_not_end_it(house: House) -> None:
    table = await begun(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    await again(house, table)
    assert house.tables.vacations.vacation_overview(101).current is not None
    assert close(timer(house, table, 101).due, MONDAY + 8 * DAY)


async def test_no_word_comes_until_its_end_and_then_one_for_all(house: House) -> None:
    await wants(house, 101, ping="dm")
    tables = [await begun(house)]
    tables.append(await house.game(ANN, BEN, home=TableChannel(8, 80)))
    await mailed(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    for table in tables:
        await again(house, table)
    await until(house, MONDAY + 6 * DAY)
    assert await letters(house, 101) == []
    await until(house, MONDAY + 7 * DAY + 60)
    ((how, table_id, whats),) = await letters(house, 101)
    assert (how, table_id, whats.count("turn")) == ("dm", None, 2)


async def test_what_waits_comes_when_it_ends_early(house: House) -> None:
    await wants(house, 101, ping="dm")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    await again(house, table)
    await house.tables.vacations.end_or_cancel_vacation(101)
    await house.idle()
    assert [what for _, _, whats in await letters(house, 101) for what in whats] == ["turn"]


async def test_quiet_hours_within_and_around_it(house: House) -> None:
    await wants(house, 101, ping="dm", quiet="22-7")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "2026-03-04 23:00")
    await again(house, table)
    await until(house, MONDAY + 2 * DAY + 15 * HOUR)  # it is 1:00 on Thursday: over, and asleep
    assert await letters(house, 101) == []
    assert timer(house, table, 101).due == MONDAY + 2 * DAY + 21 * HOUR + DAY + 9 * HOUR
    await until(house, MONDAY + 2 * DAY + 21 * HOUR + 60)
    assert len(await letters(house, 101)) == 1


async def test_a_digest_waits_for_the_end_of_it_too(house: House) -> None:
    await wants(house, 101, ping="digest", digest="08:00")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.begin_or_plan_vacation(101, "2026-03-03", "2026-03-06")
    await again(house, table)
    await until(house, MONDAY + 3 * DAY)
    assert await letters(house, 101) == []
    await until(house, MONDAY + 4 * DAY + 23 * HOUR)
    assert [how for how, _, _ in await letters(house, 101)] == ["digest"]


async def test_a_planned_one_counts_from_its_beginning_and_is_shown_then(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        table = await begun(house, pace="72h")
        due = timer(house, table, 101).due
        plan = await house.tables.vacations.begin_or_plan_vacation(101, "2026-03-04", "2026-03-05")
        assert (plan.begin, plan.end) == (MONDAY + 38 * HOUR, MONDAY + 86 * HOUR)
        assert close(timer(house, table, 101).due, (due or 0) + 48 * HOUR)
        assert house.tables.vacations.vacation_ends_by_seat(present(house, table)) == {}
    async with opened(path, clock) as house:
        assert house.tables.vacations.vacation_overview(101).planned == (plan,)
        house.witness.changes.clear()
        await until(house, plan.begin - 60)
        assert "vacation" not in house.witness.news
        await until(house, plan.begin + 60)
        async with asyncio.timeout(60):
            while "vacation" not in house.witness.news:
                await asyncio.sleep(0.005)
        assert house.witness.news.count("vacation") == 1
        assert house.tables.vacations.vacation_ends_by_seat(present(house, table)) == {0: plan.end}
        await until(house, plan.end + 60)
        assert house.witness.news.count("vacation") == 1


async def test_who_is_late_stays_late(house: House) -> None:
    table = await begun(house)
    await until(house, MONDAY + 25 * HOUR)
    before = timer(house, table, 101)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    after = timer(house, table, 101)
    assert after.due == before.due
    assert after.remind_at is not None
    assert close(after.remind_at, MONDAY + 25 * HOUR + 7 * DAY)
    seat = present(house, table).seat_of(101)
    assert seat is not None
    await house.tables.nudges.let_machine_move(table.id, 102, seat.index)
    assert close(timer(house, table, 101).act_at, MONDAY + 26 * HOUR)


async def test_nobody_is_played_for_on_vacation(house: House) -> None:
    table = await begun(house, late="fallback")
    await house.tables.vacations.begin_or_plan_vacation(101, None, "5d")
    seq = present(house, table).seq
    await until(house, MONDAY + 5 * DAY + 23 * HOUR)
    assert present(house, table).seq == seq
    await until(house, MONDAY + 6 * DAY + 60)
    assert (await house.tables.history.read_entries(table.id, seq))[0].by == 0


@pytest.mark.parametrize(
    ("begin", "end", "key"),
    [
        (None, "someday", "until_bad"),
        ("whenever", "7d", "until_bad"),
        (None, "2026-03-01", "vacation_past"),
        ("2026-02-01", "2026-02-05", "vacation_past"),
        ("2026-03-10", "2026-03-08", "vacation_backwards"),
        ("2026-03-10 12:00", "2026-03-10 12:00", "vacation_backwards"),
        (None, "0d", "vacation_past"),
        ("2026-03-10", "0d", "vacation_backwards"),
        (None, "22d", "vacation_long"),
        ("2027-06-01", "2027-06-03", "vacation_far"),
    ],
)
async def test_what_cannot_be_is_refused(house: House, begin: str | None, end: str, key: str) -> None:
    with pytest.raises(ServiceError) as caught:
        await house.tables.vacations.begin_or_plan_vacation(101, begin, end)
    assert caught.value.key == key
    assert 101 not in house.tables.registry.settings


async def test_no_two_at_once_and_no_more_than_a_year_has(house: House) -> None:
    take = house.tables.vacations.begin_or_plan_vacation
    first = await take(101, "2026-04-01", "2026-04-21")
    with pytest.raises(ServiceError, match="vacation_overlaps"):
        await take(101, "2026-04-21", "2026-04-25")
    with pytest.raises(ServiceError, match="vacation_long"):  # the day after it is the same stretch
        await take(101, "2026-04-22", "2026-04-25")
    with pytest.raises(ServiceError) as caught:
        await take(101, "2026-05-01", "2026-05-10")
    assert (caught.value.key, caught.value.params["left"]) == ("vacation_used", 9 * DAY)
    second = await take(101, "2026-05-01", "2026-05-09")
    assert await take(101, "2026-05-01", "2026-05-09") == second  # the same again
    assert house.tables.vacations.vacation_overview(101).seconds_left_by_year == {2026: 0}
    assert await house.tables.vacations.end_or_cancel_vacation(101, second.begin) is not None
    assert house.tables.vacations.vacation_overview(101).planned == (first,)
    assert house.tables.vacations.vacation_overview(101).seconds_left_by_year == {2026: 9 * DAY}
    with pytest.raises(ServiceError, match="vacation_none"):
        await house.tables.vacations.end_or_cancel_vacation(101, second.begin)


async def test_one_that_has_begun_takes_a_day_at_least(house: House) -> None:
    await house.tables.vacations.begin_or_plan_vacation(101, None, "5d")
    await house.tables.vacations.end_or_cancel_vacation(101)
    assert house.tables.vacations.vacation_overview(101).seconds_left_by_year == {2026: 29 * DAY}


async def test_its_end_can_be_changed_while_it_lasts(house: House) -> None:
    table = await begun(house)
    due = timer(house, table, 101).due or 0
    await house.tables.vacations.begin_or_plan_vacation(101, None, "2d")
    await house.tables.vacations.begin_or_plan_vacation(101, None, "9d")
    assert close(timer(house, table, 101).due, due + 9 * DAY)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "4d")
    assert close(timer(house, table, 101).due, due + 4 * DAY)
    now = house.tables.vacations.vacation_overview(101).current
    assert now is not None
    assert close(now.end, MONDAY + 4 * DAY)
