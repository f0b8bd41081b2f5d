"""Machines that play for somebody on vacation, at all their tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from db.errors import StoreError
from service.state.model import Table, TableChannel
from service.time.typed import DAY, HOUR
from service.time.vacation import COVERED
from tools.soak.fixed_luck import clock_at

from ..handed import refused, standing_in
from ..house import ANN, BEN, DAN, House, opened
from ..state.test_late import aside, begun, later, present

ELSEWHERE = TableChannel(8, 80)


async def second(house: House) -> Table:
    table = await house.lobby(ANN, BEN, home=ELSEWHERE)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.game_start.start_game(table.id, 101))


def machines(house: House, *tables: Table) -> list[bool]:
    """At which of them one plays for Ann."""
    seats = [present(house, table).seat_of(101) for table in tables]
    return [seat is not None and seat.machine is not None for seat in seats]


async def test_one_tap_at_all_tables_until_it_is_over(house: House) -> None:
    one, two = await begun(house), await second(house)
    taken = await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    assert [[t.id for t in part] for part in house.tables.vacations.tables_for_machines(101)] == [[], [one.id, two.id]]
    await house.tables.vacations.start_machines(101)
    assert machines(house, one, two) == [True, True]
    assert {present(house, t).seats[0].standin_until for t in (one, two)} == {taken.end}
    assert [[t.id for t in part] for part in house.tables.vacations.tables_for_machines(101)] == [[one.id, two.id], []]
    for table in (one, two):
        await house.settled(table.id)
    before = [present(house, table).seq for table in (one, two)]
    await house.tables.vacations.start_machines(101)
    assert [present(house, table).seq for table in (one, two)] == before
    await later(house, 3 * DAY + 60)
    assert machines(house, one, two) == [False, False]


async def test_a_sooner_and_a_later_end_take_the_machines_with_them(house: House) -> None:
    table = await begun(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    await house.tables.vacations.start_machines(101)
    longer = await house.tables.vacations.begin_or_plan_vacation(101, None, "6d")
    assert present(house, table).seats[0].standin_until == longer.end
    await house.tables.vacations.end_or_cancel_vacation(101)
    assert machines(house, table) == [False]


@pytest.mark.parametrize("longer", [False, True])
async def test_a_crash_before_the_machines_have_followed_is_made_good_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, longer: bool
) -> None:
    clock = clock_at()
    async with opened(path, clock) as house:
        table = await begun(house)
        await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
        await house.tables.vacations.start_machines(101)
        with monkeypatch.context() as patched:

            async def crash(*what: object) -> None:
                raise StoreError("held")

            patched.setattr(house.tables.vacations.vacation_machines, "move_machine_ends", crash)
            with pytest.raises(StoreError):
                await (
                    house.tables.vacations.begin_or_plan_vacation(101, None, "6d")
                    if longer
                    else house.tables.vacations.end_or_cancel_vacation(101)
                )
            assert machines(house, table) == [True]
            clock.advance(60)  # nobody looks in the meantime
    async with opened(path, clock) as house:
        await later(house, 1)
        for _ in range(400):
            if COVERED not in house.tables.registry.settings[101]:
                break
            await asyncio.sleep(0.005)
        assert machines(house, table) == [longer]
        absences = house.tables.vacations.vacation_overview(101)
        assert present(house, table).seats[0].standin_until == (absences.current.end if absences.current else None)
        assert await house.store.read(lambda t: t.next_vacation_time()) is None


async def test_a_machine_that_was_asked_for_otherwise_stays(house: House) -> None:
    table = await begun(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 5 * DAY, None)
    await house.tables.vacations.end_or_cancel_vacation(101)
    assert machines(house, table) == [True]


async def test_where_a_friend_plays_or_nobody_else_does_none_is_offered(house: House) -> None:
    one = await standing_in(house, await begun(house))
    alone = await house.lobby(ANN, home=ELSEWHERE)
    await house.tables.machine_seats.add_machine(alone.id, 101)
    await house.tables.game_start.start_game(alone.id, 101)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    assert house.tables.vacations.tables_for_machines(101) == ([], [])
    await house.tables.vacations.start_machines(101)
    assert present(house, one).seats[0].standin == DAN.user_id
    assert machines(house, one, alone) == [False, False]


async def test_on_no_vacation_and_in_its_last_hour_none_is_offered(house: House) -> None:
    await begun(house)
    assert (await refused(house.tables.vacations.start_machines(101))).key == "vacation_none"
    await house.tables.vacations.begin_or_plan_vacation(101, None, "1d")
    await later(house, 23 * HOUR + 120)
    assert house.tables.vacations.tables_for_machines(101) == ([], [])


async def test_an_end_that_is_almost_here_gives_the_seats_back_at_once(house: House) -> None:
    table = await begun(house)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "3d")
    await house.tables.vacations.start_machines(101)
    await house.tables.vacations.begin_or_plan_vacation(101, None, "30m")
    assert machines(house, table) == [False]
