"""Seats that somebody stands in at, or takes over, in the tests."""

from __future__ import annotations

import pytest

from service.errors import ServiceError
from service.state.model import Person, SeatOffer, Table

from .house import ANN, DAN, House
from .state.test_late import DAY

EVE = Person(105, "Eve")


async def asked(house: House, table: Table, friend: Person = DAN, days: float | None = 5) -> SeatOffer:
    """Ann asks a friend to stand in."""
    until = None if days is None else house.clock.now() + int(days * DAY)
    new = await house.tables.seat_transfers.offer_stand_in(table.id, 101, friend, until, None)
    return new.asks[-1]


async def standing_in(house: House, table: Table, days: float | None = 5) -> Table:
    """Dan stands in for Ann."""
    ask = await asked(house, table, days=days)
    return await house.tables.seat_transfers.accept_offer(table.id, DAN, ask.number, f"dan takes {ask.number}")


async def handed(house: House, table: Table) -> Table:
    """Ann's seat is Eve's."""
    new, _ = await house.tables.seat_transfers.offer_seat(table.id, ANN, None, EVE, None, moderator=False)
    return await house.tables.seat_transfers.accept_offer(table.id, EVE, new.asks[-1].number, "eve takes")


async def refused(work: object) -> ServiceError:
    with pytest.raises(ServiceError) as found:
        await work
    return found.value
