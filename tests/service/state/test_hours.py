"""Personal hours: how they are written, and what becomes of clocks when they change."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.errors import StoreError
from service.errors import ServiceError
from service.state.model import Table, TableChannel
from service.store import person_clocks
from tools.soak.fixed_luck import clock_at

from ..calling import DAY, HOUR, MONDAY, asked, until, wants
from ..house import ANN, BEN, House, opened
from .test_late import aside, begun, present, told


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


async def test_hours_are_kept_as_they_are_written_best(house: House) -> None:
    await wants(house, 101, quiet="10pm to 7", rest="fri 16 - sat 20", timezone="bucharest", digest="7.30")
    names = ("quiet", "rest", "timezone", "digest")
    kept = [house.tables.preferences.effective_setting(101, name) for name in names]
    assert kept == ["22:00-07:00", "Fri 16:00-Sat 20:00", "Europe/Bucharest", "07:30"]
    await wants(house, 101, quiet="off", rest="", timezone="UTC", digest="08:00")
    assert 101 not in house.tables.registry.settings


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("quiet", "20-7", "quiet_long"),
        ("quiet", "7-7", "quiet_same"),
        ("rest", "fri 0:00 - sun 12:00", "rest_long"),
        ("rest", "fri 8 - fri 8", "rest_same"),
        ("timezone", "Atlantis", "zone_unknown"),
        ("digest", "25:00", "digest_form"),
        ("ping", "shout", "unknown"),
    ],
)
async def test_what_cannot_be_is_refused_and_nothing_of_it_is_kept(
    house: House, name: str, value: str, reason: str
) -> None:
    with pytest.raises(ServiceError) as caught:
        await wants(house, 101, **{"reminders": "off", name: value})
    assert (caught.value.key, caught.value.params["reason"]) == ("option_bad", reason)
    assert 101 not in house.tables.registry.settings


async def test_settings_and_clocks_survive_together_or_not_at_all(house: House) -> None:
    table = await begun(house)
    before = present(house, table)

    with house.unwritable(), pytest.raises(StoreError):
        await wants(house, 101, quiet="22-7")
    assert house.tables.preferences.effective_setting(101, "quiet") == "off"
    assert present(house, table) == before


def timer(house: House, table: Table, user: int) -> Any:
    now = present(house, table)
    seat = now.seat_of(user)
    assert seat is not None
    stretch = now.pending_turn_of(seat.index)
    assert stretch is not None
    return stretch.timer


async def test_hours_count_from_now_on_and_nothing_falls_due_sooner(house: House) -> None:
    table = await house.lobby(ANN, BEN, home=TableChannel(7, 71))
    await house.tables.lobby.set_pace(table.id, 101, "48h")
    table = await house.tables.game_start.start_game(table.id, 101)
    due = timer(house, table, 101).due
    assert due is not None
    assert abs(due - (MONDAY + DAY)) < 5
    await wants(house, 101, quiet="22-7")
    later = timer(house, table, 101).due
    assert later - due == 9 * HOUR
    assert timer(house, table, 102).due == due
    await wants(house, 101, quiet="off")
    assert timer(house, table, 101).due == later
    for _ in range(3):  # to and fro brings nothing more
        await wants(house, 101, quiet="22-7")
        await wants(house, 101, quiet="off")
    assert timer(house, table, 101).due == later
    assert present(house, table).look_at is not None


async def test_a_change_of_zone_moves_the_hours(house: House) -> None:
    table = await begun(house, "12h")
    due = timer(house, table, 101).due
    await wants(house, 101, quiet="22-7", timezone="Asia/Tokyo")  # 22:00 there is 13:00 in Greenwich
    assert timer(house, table, 101).due == due + 9 * HOUR


async def test_who_is_late_is_not_rescued_by_hours(house: House) -> None:
    table = await begun(house)
    due = timer(house, table, 101).due
    await until(house, MONDAY + DAY + HOUR)
    await wants(house, 101, quiet="8-18")
    assert timer(house, table, 101).due == due


async def test_hours_of_who_is_late_give_back_nothing_of_what_was_used(house: House) -> None:
    table = await begun(house, "bank:2d+24h")
    await until(house, MONDAY + 3 * DAY + HOUR)
    await wants(house, 101, quiet="8-18")
    table = present(house, table)
    (stretch,) = table.stretches
    while (now := table.pending_turn_of(stretch.seat)) is not None and now.seq == stretch.seq:
        table = await aside(house, table)
    assert table.seats[stretch.seat].bank == 0


async def test_the_clock_does_not_move_before_the_later_due(house: House) -> None:
    table = await begun(house, late="fallback")  # Ann is asked
    await wants(house, 101, quiet="22-7")
    seq = present(house, table).seq
    await until(house, MONDAY + DAY + 9 * HOUR - 60)
    assert present(house, table).seq == seq
    await until(house, MONDAY + DAY + 9 * HOUR + 60)
    assert present(house, table).seq > seq


async def test_the_hour_before_a_machine_moves_is_one_in_which_they_hear_of_it(house: House) -> None:
    table = await asked(house, await begun(house), 102)
    await until(house, MONDAY + DAY + HOUR)  # late; it is 11:00
    await wants(house, 102, quiet="10-14")
    await house.tables.nudges.let_machine_move(table.id, 101, 1)
    seq = present(house, table).seq
    await until(house, MONDAY + DAY + 4 * HOUR + 60)
    assert [what for seat, what in await told(house, table) if seat == 1][-1] == "machine"
    await until(house, MONDAY + DAY + 5 * HOUR - 60)
    assert present(house, table).seq == seq
    await until(house, MONDAY + DAY + 5 * HOUR + 60)
    assert present(house, table).seq > seq


async def test_who_was_called_by_nobody_has_their_grace_when_they_are_awake(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        table = await begun(house, late="fallback")
        await wants(house, 101, quiet="12-20")
        seq = present(house, table).seq
    clock.advance(2 * DAY + 3 * HOUR)  # it is 13:00: late long since, and asleep
    async with opened(path, clock) as house:
        await until(house, MONDAY + 2 * DAY + 10 * HOUR)
        assert present(house, table).seq == seq
        await until(house, MONDAY + 2 * DAY + 10 * HOUR + 31 * 60)
        assert present(house, table).seq > seq


async def test_hours_of_many_tables_change_in_slices(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person_clocks, "TABLES_PER_TRANSACTION", 2)
    tables = []
    for n in range(5):
        table = await house.lobby(ANN, BEN, home=TableChannel(7, 100 + n))
        await house.tables.lobby.set_pace(table.id, 101, "24h")
        tables.append(await house.tables.game_start.start_game(table.id, 101))
    due = [timer(house, table, 101).due for table in tables]
    writes, write = [], house.store.write

    async def counted(work: Any) -> Any:
        writes.append(work)
        return await write(work)

    monkeypatch.setattr(house.store, "write", counted)
    await wants(house, 101, quiet="12-22")
    assert len(writes) == 3
    assert [timer(house, table, 101).due for table in tables] == [each + 10 * HOUR for each in due]


async def test_hours_hold_after_a_restart(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        table = await begun(house)
        await wants(house, 101, quiet="22-7")
        due = timer(house, table, 101).due
    async with opened(path, clock) as house:
        assert timer(house, table, 101).due == due
        assert house.tables.preferences.effective_setting(101, "quiet") == "22:00-07:00"
