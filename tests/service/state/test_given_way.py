"""Who gives way to a machine and is back while the same is asked: what they had used stays used."""

from __future__ import annotations

import pytest

from service.state.model import Table, TurnTimer

from ..house import ANN, BEN, CID, House
from .test_banks import LEFT, USED, WHOLE, waits_for
from .test_late import DAY, HOUR, later, present


async def all_asked(house: House, pace: str = "24h", late: str = "ask") -> Table:
    """A game in which all are asked for the first time: a machine waits for the people."""
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_pace(table.id, 101, pace)
    await house.tables.lobby.set_late(table.id, 101, late)
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await house.tables.game_start.start_game(table.id, 101)


async def there_and_back(house: House, table: Table) -> TurnTimer:
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 5 * DAY, None)
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    assert (stretch.timer.due, stretch.timer.remind_at, stretch.timer.act_at) == (None, None, None)
    await house.tables.seat_transfers.return_seat(table.id, 101)
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    return stretch.timer


def left(house: House, timer: TurnTimer) -> int:
    assert timer.due is not None
    return timer.due - house.clock.now()


@pytest.mark.parametrize("times", [1, 3])
async def test_no_time_is_won_by_a_machine(house: House, times: int) -> None:
    table = await all_asked(house)
    house.clock.advance(8 * HOUR)  # of twelve
    for _ in range(times):
        timer = await there_and_back(house, table)
    assert abs(left(house, timer) - 4 * HOUR) < 5
    await later(house, 1.7 * HOUR)
    assert [notice.what for notice in await house.tables.reminders.list_reminders(table.id) if notice.seat == 0] == [
        "late"
    ]


async def test_nor_while_the_machine_waits(house: House) -> None:
    table = await all_asked(house)
    house.clock.advance(8 * HOUR)
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 5 * DAY, None)
    house.clock.advance(HOUR)
    await house.tables.seat_transfers.return_seat(table.id, 101)
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    assert abs(left(house, stretch.timer) - 4 * HOUR) < 5  # the time of the machine is not theirs


@pytest.mark.parametrize("spent", [8 * HOUR, USED])
async def test_a_bank_pays_once(house: House, spent: int) -> None:
    table = await waits_for(house)
    house.clock.advance(spent)
    timer = await there_and_back(house, table)
    assert abs(left(house, timer) - (WHOLE + 12 * HOUR - spent)) < 5
    house.clock.advance(HOUR)
    seq = present(house, table).pending_turn_of(0)
    while present(house, table).pending_turn_of(0) == seq:
        now = present(house, table)
        await house.tables.moves.play_moves(table.id, 101, [house.legal(now, 0)[0]], act=f"{now.seq}")
    assert abs((present(house, table).seats[0].bank or 0) - min(WHOLE, WHOLE + 12 * HOUR - spent - HOUR)) < 5
    assert spent != USED or LEFT - HOUR < WHOLE  # it has been touched


async def test_who_was_late_and_is_back_from_the_machine_has_an_hour(house: House) -> None:
    table = await all_asked(house, late="machine")
    await house.tables.preferences.set_settings(102, {"quiet": "01:00-11:00"})  # somebody for whom machines wait
    await later(house, 12 * HOUR + 60)
    assert present(house, table).seats[0].machine is not None
    await house.tables.seat_transfers.return_seat(table.id, 101)
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    assert abs(left(house, stretch.timer) - HOUR) < 5
