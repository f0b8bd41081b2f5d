"""Banks where a seat changes hands: what a stretch took is counted once, and a machine wins its owner nothing."""

from __future__ import annotations

from service.state.model import Person, Table

from ..handed import standing_in
from ..house import ANN, BEN, CID, DAN, House
from .test_late import DAY, HOUR, aside, begun, later, present

WHOLE = 3 * DAY
USED = 30 * HOUR
LEFT = WHOLE + 12 * HOUR - USED


async def waits_for(house: House, late: str = "ask") -> Table:
    """Ann is waited for since just now, in a game with banks."""
    table = await begun(house, "bank:3d+12h", late)
    while table.seats_to_move != (0,):
        table = await aside(house, table)
    return table


async def used(house: House) -> Table:
    """Ann has thought for a while in her first stretch, and is waited for again with what is left in her bank."""
    table = await waits_for(house)
    before = table.pending_turn_of(0)
    house.clock.advance(USED)
    while table.seats_to_move != (0,) or table.pending_turn_of(0) == before:
        table = await aside(house, table)
    return table


async def bank(house: House, table: Table) -> int:
    found = present(house, table).seats[0].bank
    assert found is not None
    return found


async def test_a_machine_that_stood_in_adds_nothing_when_it_is_over(house: House) -> None:
    table = await house.lobby(ANN, BEN, CID)
    await house.tables.lobby.set_pace(table.id, 101, "bank:3d+12h")
    await house.tables.lobby.set_order(table.id, 101, [seat.colour for seat in table.seats])
    table = await house.tables.game_start.start_game(table.id, 101)
    house.clock.advance(20 * HOUR)
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 2 * HOUR, None)
    before = await bank(house, table)
    assert abs(before - (WHOLE - 8 * HOUR)) < 5
    await later(house, 2 * HOUR + 1)  # all are waited for, and it gives way to the people
    now = present(house, table)
    assert (now.seats[0].is_human, 0 in now.seats_to_move) == (True, True)
    assert await bank(house, table) == before


async def test_who_gives_way_to_a_machine_has_used_the_time_until_then(house: House) -> None:
    table = await waits_for(house)
    house.clock.advance(USED)
    await house.tables.seat_transfers.offer_stand_in(table.id, 101, None, house.clock.now() + 2 * HOUR, None)
    assert abs(await bank(house, table) - LEFT) < 5


async def test_a_bank_that_was_used_up_is_empty_when_its_owner_takes_the_seat_from_the_machine(house: House) -> None:
    table = await waits_for(house, late="machine")
    await later(house, WHOLE + 12 * HOUR + 60)
    assert present(house, table).seats[0].machine is not None
    await house.tables.seat_transfers.return_seat(table.id, 101)
    assert await bank(house, table) < 60


async def test_who_stood_in_and_takes_the_seat_over_pays_once(house: House) -> None:
    table = await standing_in(house, await used(house))
    before = await bank(house, table)
    house.clock.advance(USED)
    new, _ = await house.tables.seat_transfers.offer_seat(table.id, ANN, None, DAN, None, moderator=False)
    await house.tables.seat_transfers.accept_offer(table.id, DAN, new.asks[-1].number, "dan stays")
    assert present(house, table).seats[0].user_id == DAN.user_id
    assert abs(await bank(house, table) - (before + 12 * HOUR - USED)) < 5


async def test_who_stands_in_at_the_end_of_a_game_pays_as_everybody(house: House) -> None:
    table = await standing_in(house, await used(house))
    before = await bank(house, table)
    house.clock.advance(13 * HOUR)
    await house.tables.pauses.end_as_moderator(table.id, Person(900, "Mo"))
    (*_, last) = await house.tables.history.read_effective_entries(table.id)
    assert abs(last.banks[0] - (before - HOUR)) < 5
