"""What is handed to the store changes nothing but the database: each transaction may be run more than once."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from service.store.clock import MovableClock
from tests import stores
from tests.stores.twice import open_twice
from tools.sizes import EXAMPLES

from ..calling import DAY, HOUR, MONDAY, asked, posted, until, wants
from ..house import DAN, opened
from ..people.test_personal_data import ZOE, life
from ..state.test_late import begun
from ..test_properties import ACTS, BEGIN, run
from .test_play import offer, rolled


@pytest.fixture
def twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.service.house.open_store", open_twice)


async def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Rows after some days in which each kind of act was done, on a clock that stands still in between."""
    clock = MovableClock(MONDAY, lambda: 0.0)
    async with opened(path, clock) as house:
        await life(house)
        table = await rolled(house)
        table = (await house.tables.moves.play_moves(table.id, 101, [offer(table)])).table
        await house.tables.moves.undo_last_move(table.id, 101)
        await house.tables.pauses.end_as_moderator(table.id, DAN)
        await wants(house, 102, ping="digest", digest="11:00")
        await wants(house, 103, ping="dm", quiet="22-7")
        table = await begun(house)
        await house.idle()  # who is called has their letter before the clock is moved
        await until(house, MONDAY + 2 * HOUR)
        await wants(house, 102, digest="13:00")
        table = await asked(house, table, 102)
        await house.idle()
        await until(house, MONDAY + 4 * HOUR)  # no second digest on this day
        for user in (101, 102, 103):
            await posted(house, user)
        await house.tables.vacations.begin_or_plan_vacation(101, "2026-03-03", "3d")
        await until(house, MONDAY + 2 * DAY)
        await house.tables.user_data.delete_user_data(ZOE.user_id)
        await house.tables.removed_servers.record_servers_at_login([7])
        await until(house, MONDAY + 5 * DAY)
    async with opened(path, clock) as house:
        await until(house, MONDAY + 40 * DAY)
    return await asyncio.to_thread(stores.all_rows, path)


async def test_a_transaction_that_is_run_again_leaves_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr("service.people.personal_data.secrets.randbelow", lambda below: 4)
    once = await everything(tmp_path / "once.db")
    request.getfixturevalue("twice")
    assert await everything(tmp_path / "twice.db") == once


@settings(max_examples=EXAMPLES // 5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS)
def test_random_acts_with_each_transaction_run_again(twice: None, acts: list[tuple[str, int, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder) / "longtable.db", [*BEGIN, *acts]))
