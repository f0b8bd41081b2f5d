"""What is done for who is late waits a while where nobody could look in time, also after a vacation that began by
itself, and after the table has agreed on something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.jobs import timekeeper
from service.state.model import CLOCK, Table
from service.time.typed import DAY, HOUR
from tools.soak.fixed_luck import clock_at

from ..calling import to, until, wants
from ..house import House, opened
from ..people.test_vacations import MONDAY
from .test_late import begun, later, present


async def moved(house: House, table: Table) -> bool:
    """Whether the clock has decided something for Ann."""
    return any(entry.by == CLOCK and entry.seat == 0 for entry in await house.tables.history.read_entries(table.id))


async def put_off_once_more(path: Path, house: House, table: Table, to_be: float) -> None:
    """The bot is away until then; half an hour later it is done."""
    await house.close()
    house.clock.advance(to(house, to_be))
    async with opened(path, house.clock) as again:
        await later(again, 1)
        assert not await moved(again, table)
        await later(again, timekeeper.GRACE_SECONDS + 1)
        assert await moved(again, table)


@pytest.mark.parametrize("late", ["fallback", "ask"])
async def test_after_a_vacation_that_began_by_itself(path: Path, late: str) -> None:
    async with opened(path, clock_at(MONDAY)) as house:
        await wants(house, 101, vacation_auto="on")
        table = await begun(house, late=late)
        await until(house, MONDAY + 24 * HOUR + 60)
        one = house.tables.vacations.vacation_overview(101).current
        assert one is not None
        if late == "ask":
            await until(house, one.end + HOUR + 60)
            await house.tables.nudges.let_machine_move(table.id, 102, 0)
        await put_off_once_more(path, house, table, one.end + 5 * HOUR)


async def test_after_the_table_has_agreed_that_something_is_done(path: Path) -> None:
    async with opened(path, clock_at(MONDAY)) as house:
        table = await begun(house, late="fallback")
    house.clock.advance(2 * DAY)
    async with opened(path, house.clock) as house:
        await later(house, 1)  # it is put off for the first time
        for late in ("ask", "fallback"):
            vote = await house.tables.votes.propose_vote(table.id, 102, "late", value=late)
            vote = await house.tables.votes.answer_vote(vote.id, 103, True)
            assert vote.status == "passed"
        assert present(house, table).late == "fallback"
        await put_off_once_more(path, house, table, MONDAY + 4 * DAY)
