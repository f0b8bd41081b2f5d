"""The end of a vacation: one message names every table that waits, also where somebody has just given way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.state.model import Person, TableChannel
from tools.soak.fixed_luck import clock_at

from ..house import ANN, BEN, CID, House, opened
from ..state.test_notifications import DAY, HOUR, MONDAY, letters, posted, until, wants

EVE = Person(105, "Eve")


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


async def called(house: House) -> list[tuple[str, int | None, set[int]]]:
    """How, of which table alone, about which: of each letter that Ben is owed."""
    found = await house.tables.direct_messages.list_due_messages(102)
    return [
        (one.how, one.table_id, {call.table_id for call in one.notifications}) for one in found if one.notifications
    ]


async def test_one_call_and_a_table_that_has_waited_all_the_time_are_one_list(house: House) -> None:
    await wants(house, 102, ping="dm")
    await house.game(ANN, BEN, home=TableChannel(7, 70))
    await house.idle()
    await posted(house, 102)
    one = await house.tables.vacations.begin_or_plan_vacation(102, None, "3d")
    two = await house.game(CID, BEN, home=TableChannel(8, 80))
    await house.idle()
    assert await letters(house, 102) == []
    await until(house, one.end + 1)
    assert await called(house) == [("dm", None, {two.id})]


async def test_where_a_friend_gives_way_at_that_moment_it_is_the_same_message(house: House) -> None:
    await wants(house, 102, ping="dm")
    first = await house.game(ANN, BEN, home=TableChannel(7, 70))
    await house.idle()
    await posted(house, 102)
    one = await house.tables.vacations.begin_or_plan_vacation(102, None, "3d")
    await house.tables.seat_transfers.offer_stand_in(first.id, 102, EVE, one.end, None)
    await house.tables.seat_transfers.accept_offer(first.id, EVE, 1, None)
    two = await house.game(CID, BEN, home=TableChannel(8, 80))
    await until(house, one.end + 1)
    assert await called(house) == [("dm", None, {first.id, two.id})]


async def test_ended_by_hand_what_waited_is_one_message_too(house: House) -> None:
    await wants(house, 102, ping="dm")
    await house.tables.vacations.begin_or_plan_vacation(102, None, "7d")
    one = await house.game(ANN, BEN, home=TableChannel(7, 70))
    two = await house.game(CID, BEN, home=TableChannel(8, 80))
    await until(house, MONDAY + DAY + HOUR)
    await house.tables.vacations.end_or_cancel_vacation(102)
    await house.idle()
    assert await called(house) == [("dm", None, {one.id, two.id})]
