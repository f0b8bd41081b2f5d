"""Vacations that begin by themselves, and what goes wrong in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.errors import StoreError
from db.store import Transaction
from service.errors import ServiceError
from service.state.model import Table, TableChannel
from service.store import person_clocks
from service.time import user_hours
from service.time.hours import count_open_seconds, merge_spans
from service.time.typed import DAY, HOUR
from tests import stores
from tools.soak.fixed_luck import clock_at

from ..calling import letters, to, until, wants
from ..house import ANN, BEN, CID, House, opened
from ..state.test_late import begun, present, told
from .test_vacations import MONDAY, beside, close, mailed, timer


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


# --- by itself


async def test_it_begins_by_itself_when_time_would_be_up(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    table = await begun(house, late="fallback")
    other = await beside(house, "72h")
    due = timer(house, other, 101).due or 0
    await until(house, MONDAY + 23 * HOUR)
    assert house.tables.vacations.vacation_overview(101).current is None
    await until(house, MONDAY + 24 * HOUR + 60)
    one = house.tables.vacations.vacation_overview(101).current
    assert one is not None
    assert close(one.end, MONDAY + 8 * DAY, 90)
    assert (0, "vacation") in await told(house, table)
    assert (0, "due") not in await told(house, table)
    assert close(timer(house, other, 101).due, due + 7 * DAY)
    assert close(timer(house, table, 101).due, one.end + HOUR)
    assert not any(entry.by == 0 and entry.seat == 0 for entry in await house.tables.history.read_entries(table.id))
    await until(house, one.end + HOUR + 60)  # once in a stretch
    assert house.tables.vacations.vacation_overview(101).current is None
    assert any(entry.by == 0 and entry.seat == 0 for entry in await house.tables.history.read_entries(table.id))


async def test_by_direct_message_one_hears_of_it_at_once(house: House) -> None:
    await wants(house, 101, vacation_auto="on", ping="dm")
    await begun(house)
    await mailed(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    assert [what for _, _, whats in await letters(house, 101) for what in whats][-1:] == ["vacation"]


async def test_by_itself_it_takes_what_is_left(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    await house.tables.vacations.begin_or_plan_vacation(101, "2026-04-01", "2026-04-21")
    await house.tables.vacations.begin_or_plan_vacation(101, "2026-05-01", "2026-05-06")
    await begun(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    one = house.tables.vacations.vacation_overview(101).current
    assert one is not None
    assert close(one.end - one.begin, 3 * DAY)
    await house.tables.vacations.end_or_cancel_vacation(101)


async def test_without_a_day_left_the_clock_goes_on(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    await house.tables.vacations.begin_or_plan_vacation(101, "2026-04-01", "2026-04-21")
    await house.tables.vacations.begin_or_plan_vacation(101, "2026-05-01", "2026-05-09")
    table = await begun(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    assert house.tables.vacations.vacation_overview(101).current is None
    assert (0, "due") in await told(house, table)


async def test_two_tables_at_the_same_instant(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    first = await begun(house, late="fallback")
    other = await beside(house, "24h", "fallback")
    house.clock.advance(to(house, MONDAY + 25 * HOUR))  # both are due when the next look comes
    await house.idle()
    for table in (first, other):
        assert close(timer(house, table, 101).due, MONDAY + 25 * HOUR + 7 * DAY + HOUR)
        assert (0, "vacation") in await told(house, table)


# --- faults


async def test_all_or_nothing(house: House) -> None:
    table = await begun(house)
    before = present(house, table)

    with house.unwritable(), pytest.raises(StoreError):
        await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
    assert present(house, table) == before
    assert house.tables.vacations.vacation_overview(101).current is None


@pytest.mark.parametrize("sooner", [False, True])
async def test_a_crash_between_slices_takes_time_from_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch, sooner: bool
) -> None:
    monkeypatch.setattr(person_clocks, "TABLES_PER_TRANSACTION", 2)
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        tables = []
        for n in range(5):
            table = await house.lobby(ANN, BEN, home=TableChannel(7, 100 + n))
            await house.tables.lobby.set_pace(table.id, 101, "24h")
            tables.append(await house.tables.game_start.start_game(table.id, 101))
        plain = [timer(house, table, 101).due or 0 for table in tables]
        if sooner:
            await house.tables.vacations.begin_or_plan_vacation(101, None, "7d")
        writes, write = 0, house.store.write

        async def breaking(work: Any) -> Any:
            nonlocal writes
            writes += 1
            if writes == 2:
                raise StoreError("store.full")
            return await write(work)

        with monkeypatch.context() as broken:
            broken.setattr(house.store, "write", breaking)
            vacations = house.tables.vacations
            act = vacations.end_or_cancel_vacation(101) if sooner else vacations.begin_or_plan_vacation(101, None, "7d")
            with pytest.raises(StoreError):
                await act
    async with opened(path, clock) as house:
        away = house.tables.vacations.vacation_overview(101).current is not None
        for table, due in zip(tables, plain, strict=True):
            least = due + 7 * DAY if away else due
            assert (timer(house, table, 101).due or 0) >= least - 30


async def test_it_begins_by_itself_once_whatever_breaks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        await wants(house, 101, vacation_auto="on")
        table = await begun(house)

        def broken(t: Transaction, user_id: int, at: int | None) -> None:
            raise RuntimeError("the process is at its end")

        with monkeypatch.context() as patch:
            patch.setattr(Transaction, "put_next_vacation", broken)
            house.clock.advance(to(house, MONDAY + 24 * HOUR + 60))
            await asyncio.sleep(0.3)
            assert house.tables.vacations.vacation_overview(101).current is None
            assert (0, "vacation") not in await told(house, table)
    async with opened(path, clock) as house:
        await house.idle()
        assert house.tables.vacations.vacation_overview(101).current is not None
        assert (await told(house, table)).count((0, "vacation")) == 1


async def test_no_query_goes_through_all_of_them(house: House) -> None:
    queries = ("SELECT user_id FROM leaving WHERE at <= 5 ORDER BY at LIMIT 9", "SELECT min(at) FROM leaving")
    for query in queries:
        assert await house.store.read(partial(stores.found_by, query=query)) == {"leaving_at"}


async def test_it_ends_and_begins_with_new_year(path: Path) -> None:
    december = int(datetime(2026, 12, 20, 10, tzinfo=UTC).timestamp())
    async with opened(path, clock_at(december)) as house:
        await wants(house, 101, timezone="Pacific/Auckland")
        await house.tables.vacations.begin_or_plan_vacation(101, "2026-12-24", "2027-01-10")
        assert house.tables.vacations.vacation_overview(101).seconds_left_by_year == {2026: 22 * DAY, 2027: 20 * DAY}
        await house.tables.vacations.begin_or_plan_vacation(101, "2027-02-01", "2027-02-20")
        with pytest.raises(ServiceError, match="vacation_used"):
            await house.tables.vacations.begin_or_plan_vacation(101, "2027-03-01", "1d")
        assert CID.user_id not in house.tables.registry.settings


class Ledger:
    """What was closed for whom, written down apart from the service; clocks are counted again from it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.away: dict[int, dict[int, int]] = {101: {}, 102: {}, 103: {}}  # user -> begin -> end
        self.stretches: dict[tuple[int, int], tuple[int, int]] = {}  # seat, seq -> since, allowance
        self.played = 0

    def open_time(self, user: int, a: int, b: int) -> int:
        settings = self.house.tables.registry.settings.get(user, {})
        closed = merge_spans(
            (
                *user_hours.closed_hours_but_vacations(settings)(a, b),
                *((max(x, a), min(y, b)) for x, y in self.away[user].items()),
            )
        )
        return count_open_seconds(closed, a, b)

    async def look(self, table: Table, since: int) -> None:
        """Note what is new, and judge it."""
        now = self.house.clock.now()
        for user, known in self.away.items():
            one = self.house.tables.vacations.vacation_overview(user).current
            if one is not None:
                known.setdefault(one.begin, one.end)  # by itself
        for entry in await self.house.tables.history.read_entries(table.id, since):
            if entry.by == 0 and entry.seat is not None:
                user = table.seats[entry.seat].user_id or 0
                began, allowance = max((v for (seat, _), v in self.stretches.items() if seat == entry.seat))
                assert self.open_time(user, began, entry.at) >= allowance - 5, "sooner than their time was up"
                self.played += 1
        for stretch in present(self.house, table).stretches if table.is_open else ():
            user = table.seats[stretch.seat].user_id or 0
            allowance = stretch.timer.allowance or 0
            self.stretches[stretch.seat, stretch.seq] = (stretch.since, allowance)
            spent = self.open_time(user, stretch.since, now)
            # Nobody looks for up to eight hours before a vacation begins by itself, and again in the hour after it.
            assert spent <= allowance + 2 * (8 * HOUR + HOUR), "their time was up long ago"


@pytest.mark.parametrize("seed", range(6))
async def test_counted_again_nobody_is_played_for_too_soon_or_too_late(house: House, seed: int) -> None:
    luck, ledger, last = Random(seed), Ledger(house), 0
    table = await begun(house, late="fallback")
    for user, zone in ((101, "Europe/Bucharest"), (102, "America/New_York"), (103, "Pacific/Auckland")):
        await wants(
            house, user, timezone=zone, quiet=luck.choice(("off", "22-7")), vacation_auto=luck.choice(("off", "on"))
        )
    for _ in range(160):
        table = await house.tables.registry.load_table(table.id)
        await ledger.look(table, last)
        last = table.seq
        if not table.is_open:
            break
        what, user = luck.random(), luck.choice((101, 102, 103))
        now, vacations = house.clock.now(), house.tables.vacations
        if what < 0.12:
            begin = luck.choice((None, None, f"{luck.randrange(1, 200)}h"))
            try:
                taken = await vacations.begin_or_plan_vacation(user, begin, f"{luck.randrange(1, 9)}d")
            except ServiceError:
                continue
            ledger.away[user][taken.begin] = taken.end
        elif what < 0.2:
            try:
                ended = await vacations.end_or_cancel_vacation(user)
            except ServiceError:
                continue
            ledger.away[user].pop(ended.begin)
            if ended.begin <= now:
                ledger.away[user][ended.begin] = ended.end
        elif what < 0.28 and table.seats_to_move:
            seat = luck.choice(table.seats_to_move)
            line = luck.choice(house.legal(table, seat))
            await house.tables.moves.play_moves(
                table.id, table.seats[seat].user_id or 0, [line], act=f"{seed} {table.seq}"
            )
        else:
            house.clock.advance(luck.randrange(8 * HOUR))
            await house.idle()
    assert ledger.played
    assert sum(map(len, ledger.away.values())) > 2


async def test_many_acts_at_once_neither_block_nor_lose_one_another(house: House) -> None:
    tables = []
    for n in range(4):
        table = await house.lobby(ANN, BEN, home=TableChannel(7, 100 + n))
        await house.tables.lobby.set_pace(table.id, 101, "24h")
        tables.append(await house.tables.game_start.start_game(table.id, 101))

    async def back_and_forth(user: int) -> None:
        for _ in range(4):
            await house.tables.vacations.begin_or_plan_vacation(user, None, "3d")
            await house.tables.vacations.end_or_cancel_vacation(user)
        await house.tables.vacations.begin_or_plan_vacation(user, None, "3d")

    async def play(table: Table, user: int) -> None:
        seat = present(house, table).seat_of(user)
        assert seat is not None
        line = house.legal(await house.tables.registry.load_table(table.id), seat.index)[0]
        await house.tables.moves.play_moves(table.id, user, [line], act=f"{table.id} {user}")

    async def hours(user: int) -> None:
        for quiet in ("22-7", "off", "21-6", "off"):
            await wants(house, user, quiet=quiet)

    acts = [play(table, user) for table in tables for user in (101, 102)]
    async with asyncio.timeout(20):
        await asyncio.gather(*(f(user) for user in (101, 102) for f in (back_and_forth, hours)), *acts)
    for table in tables:
        now = present(house, table)
        for stretch in now.stretches:
            user = now.seats[stretch.seat].user_id or 0
            assert house.tables.vacations.vacation_overview(user).current is not None
            # Whose hours change back and forth is given no time back for it: due as it was, or later.
            assert (stretch.timer.due or 0) >= stretch.since + (stretch.timer.allowance or 0) + 3 * DAY - 30
