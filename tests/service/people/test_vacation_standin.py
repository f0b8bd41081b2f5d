"""Vacations that begin by themselves, where a friend stands in: theirs or the owner's is not spent for that seat."""

from __future__ import annotations

import pytest

from ..house import DAN, House
from ..seats.test_empty_seats import waits_for_a_friend
from ..state.test_late import HOUR, later, present


@pytest.mark.parametrize("who", [101, DAN.user_id])
async def test_nobodys_vacation_begins_for_a_seat_at_which_a_friend_stands_in(house: House, who: int) -> None:
    await house.tables.preferences.set_settings(who, {"vacation_auto": "on"})
    table = await waits_for_a_friend(house)
    await later(house, 24 * HOUR + 60)
    assert house.tables.vacations.vacation_overview(who).current is None
    stretch = present(house, table).pending_turn_of(0)
    assert stretch is not None
    assert (stretch.timer.due or 0) <= house.clock.now()  # it is late, as the others see
