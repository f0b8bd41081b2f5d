"""Vacations: clocks stand at all tables, no word comes, so many days a year; one may begin by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from db.errors import StoreError
from db.store import Transaction
from service import clocks
from service.errors import ServiceError
from service.model import Home, Table, Timer
from service.time import people
from service.time.hours import merged, used
from service.time.typed import DAY, HOUR
from tools.sameness import clock_at

from .house import ANN, BEN, CID, House, opened
from .test_calls import letters, posted, to, until, wants
from .test_late import aside, begun, present, told

MONDAY = int(datetime(2026, 3, 2, 10, tzinfo=UTC).timestamp())  # 10:00 in Greenwich


@pytest.fixture
async def house(path: Path) -> AsyncIterator[House]:
    async with opened(path, clock_at(MONDAY)) as made:
        yield made


def timer(house: House, table: Table, user: int) -> Timer:
    now = present(house, table)
    seat = now.seat_of(user)
    assert seat is not None
    stretch = now.stretch_of(seat.index)
    assert stretch is not None
    return stretch.timer


async def beside(house: House, pace: str, late: str = "ask") -> Table:
    """A second game, on another server, that waits for Ann; its first decisions are made."""
    table = await house.lobby(ANN, BEN, home=Home(8, 80))
    await house.tables.set_pace(table.id, 101, pace)
    await house.tables.set_late(table.id, 101, late)
    await house.tables.set_order(table.id, 101, [seat.colour for seat in table.seats])
    return await aside(house, await house.tables.start(table.id, 101))


async def mailed(house: House) -> None:
    """What Ann was to hear so far was sent."""
    await house.idle()
    await posted(house, 101)


async def again(house: House, table: Table, user: int = 101) -> Table:
    """All play on, through all that is asked now, until somebody is asked anew."""
    now, away = await house.tables.load(table.id), False
    for n in range(40):
        waiting = [now.seats[seat].user_id or 0 for seat in now.waiting]
        if away and user in waiting:
            return now
        away = away or user not in waiting
        seat = now.seat_of(waiting[0])
        assert seat is not None
        lines = house.legal(now, seat.index)
        line = "end" if "end" in lines else lines[0]
        now = (await house.tables.play(table.id, waiting[0], [line], act=f"{table.id} {now.seq} {n}")).table
    raise AssertionError("they are not asked")


def close(a: int | None, b: int | None, most: int = 30) -> bool:
    """The tests take some seconds too."""
    return a is not None and b is not None and abs(a - b) <= most


async def test_clocks_of_all_tables_stand_and_go_on(house: House) -> None:
    tables = [await begun(house), await beside(house, "48h")]
    due = [timer(house, table, 101).due for table in tables]
    others = [s.timer.due for t in tables for s in present(house, t).stretches if s.seat]
    taken = await house.tables.vacations.take(101, None, "7d")
    assert close(taken.end, MONDAY + 7 * DAY)
    assert all(close(timer(house, t, 101).due, (was or 0) + 7 * DAY) for t, was in zip(tables, due, strict=True))
    assert [s.timer.due for t in tables for s in present(house, t).stretches if s.seat] == others
    await until(house, MONDAY + 3 * DAY)
    assert {
        what for t in tables for seat, what in await told(house, t) if present(house, t).seats[seat].user_id == 101
    } == set()
    await house.tables.vacations.end(101)
    assert all(close(timer(house, t, 101).due, (was or 0) + 3 * DAY) for t, was in zip(tables, due, strict=True))
    assert not house.tables.vacations.away(present(house, tables[0]))


async def test_it_is_no_way_to_win_time(house: House) -> None:
    table = await begun(house)
    due = timer(house, table, 101).due
    for _ in range(4):
        await house.tables.vacations.take(101, None, "5d")
        await house.tables.vacations.end(101)
    assert close(timer(house, table, 101).due, due)


async def test_moves_stay_possible_and_do_not_end_it(house: House) -> None:
    table = await begun(house)
    await house.tables.vacations.take(101, None, "7d")
    await again(house, table)
    assert house.tables.vacations.absences(101).now is not None
    assert close(timer(house, table, 101).due, MONDAY + 8 * DAY)


async def test_no_word_comes_until_its_end_and_then_one_for_all(house: House) -> None:
    await wants(house, 101, ping="dm")
    tables = [await begun(house)]
    tables.append(await house.game(ANN, BEN, home=Home(8, 80)))
    await mailed(house)
    await house.tables.vacations.take(101, None, "7d")
    for table in tables:
        await again(house, table)
    await until(house, MONDAY + 6 * DAY)
    assert await letters(house, 101) == []
    await until(house, MONDAY + 7 * DAY + 60)
    ((how, table_id, whats),) = await letters(house, 101)
    assert (how, table_id, whats.count("turn")) == ("dm", None, 2)


async def test_what_waits_comes_when_it_ends_early(house: House) -> None:
    await wants(house, 101, ping="dm")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.take(101, None, "7d")
    await again(house, table)
    await house.tables.vacations.end(101)
    await house.idle()
    assert [what for _, _, whats in await letters(house, 101) for what in whats] == ["turn"]


async def test_quiet_hours_within_and_around_it(house: House) -> None:
    await wants(house, 101, ping="dm", quiet="22-7")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.take(101, None, "2026-03-04 23:00")
    await again(house, table)
    await until(house, MONDAY + 2 * DAY + 15 * HOUR)  # it is 1:00 on Thursday: over, and asleep
    assert await letters(house, 101) == []
    assert timer(house, table, 101).due == MONDAY + 2 * DAY + 21 * HOUR + DAY + 9 * HOUR
    await until(house, MONDAY + 2 * DAY + 21 * HOUR + 60)
    assert len(await letters(house, 101)) == 1


async def test_a_digest_waits_for_the_end_of_it_too(house: House) -> None:
    await wants(house, 101, ping="digest", digest="08:00")
    table = await begun(house)
    await mailed(house)
    await house.tables.vacations.take(101, "2026-03-03", "2026-03-06")
    await again(house, table)
    await until(house, MONDAY + 3 * DAY)
    assert await letters(house, 101) == []
    await until(house, MONDAY + 4 * DAY + 23 * HOUR)
    assert [how for how, _, _ in await letters(house, 101)] == ["digest"]


async def test_a_planned_one_counts_from_its_beginning_and_is_shown_then(path: Path) -> None:
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        table = await begun(house, pace="72h")
        due = timer(house, table, 101).due
        plan = await house.tables.vacations.take(101, "2026-03-04", "2026-03-05")
        assert (plan.begin, plan.end) == (MONDAY + 38 * HOUR, MONDAY + 86 * HOUR)
        assert close(timer(house, table, 101).due, (due or 0) + 48 * HOUR)
        assert house.tables.vacations.away(present(house, table)) == {}
    async with opened(path, clock) as house:
        assert house.tables.vacations.absences(101).to_come == (plan,)
        house.witness.changes.clear()
        await until(house, plan.begin - 60)
        assert "vacation" not in house.witness.news
        await until(house, plan.begin + 60)
        await asyncio.sleep(0.05)
        assert house.witness.news.count("vacation") == 1
        assert house.tables.vacations.away(present(house, table)) == {0: plan.end}
        await until(house, plan.end + 60)
        assert house.witness.news.count("vacation") == 1


async def test_who_is_late_stays_late(house: House) -> None:
    table = await begun(house)
    await until(house, MONDAY + 25 * HOUR)
    before = timer(house, table, 101)
    await house.tables.vacations.take(101, None, "7d")
    after = timer(house, table, 101)
    assert after.due == before.due
    assert after.remind_at is not None
    assert close(after.remind_at, MONDAY + 25 * HOUR + 7 * DAY)
    seat = present(house, table).seat_of(101)
    assert seat is not None
    await house.tables.let_move(table.id, 102, seat.index)
    assert close(timer(house, table, 101).act_at, MONDAY + 26 * HOUR)


async def test_nobody_is_played_for_on_vacation(house: House) -> None:
    table = await begun(house, late="fallback")
    await house.tables.vacations.take(101, None, "5d")
    seq = present(house, table).seq
    await until(house, MONDAY + 5 * DAY + 23 * HOUR)
    assert present(house, table).seq == seq
    await until(house, MONDAY + 6 * DAY + 60)
    assert (await house.tables.history(table.id, seq))[0].by == 0


@pytest.mark.parametrize(
    ("begin", "end", "key"),
    [
        (None, "someday", "until_bad"),
        ("whenever", "7d", "until_bad"),
        (None, "2026-03-01", "vacation_past"),
        ("2026-02-01", "2026-02-05", "vacation_past"),
        ("2026-03-10", "2026-03-08", "vacation_backwards"),
        ("2026-03-10 12:00", "2026-03-10 12:00", "vacation_backwards"),
        (None, "0d", "vacation_past"),
        ("2026-03-10", "0d", "vacation_backwards"),
        (None, "22d", "vacation_long"),
        ("2027-06-01", "2027-06-03", "vacation_far"),
    ],
)
async def test_what_cannot_be_is_refused(house: House, begin: str | None, end: str, key: str) -> None:
    with pytest.raises(ServiceError) as caught:
        await house.tables.vacations.take(101, begin, end)
    assert caught.value.key == key
    assert 101 not in house.tables.hall.settings


async def test_no_two_at_once_and_no_more_than_a_year_has(house: House) -> None:
    take = house.tables.vacations.take
    first = await take(101, "2026-04-01", "2026-04-21")
    with pytest.raises(ServiceError, match="vacation_overlaps"):
        await take(101, "2026-04-21", "2026-04-25")
    with pytest.raises(ServiceError, match="vacation_long"):  # the day after it is the same stretch
        await take(101, "2026-04-22", "2026-04-25")
    with pytest.raises(ServiceError) as caught:
        await take(101, "2026-05-01", "2026-05-10")
    assert (caught.value.key, caught.value.params["left"]) == ("vacation_used", 9 * DAY)
    second = await take(101, "2026-05-01", "2026-05-09")
    assert await take(101, "2026-05-01", "2026-05-09") == second  # the same again
    assert house.tables.vacations.absences(101).left == {2026: 0}
    assert await house.tables.vacations.end(101, second.begin) is not None
    assert house.tables.vacations.absences(101).to_come == (first,)
    assert house.tables.vacations.absences(101).left == {2026: 9 * DAY}
    with pytest.raises(ServiceError, match="vacation_none"):
        await house.tables.vacations.end(101, second.begin)


async def test_one_that_has_begun_takes_a_day_at_least(house: House) -> None:
    await house.tables.vacations.take(101, None, "5d")
    await house.tables.vacations.end(101)
    assert house.tables.vacations.absences(101).left == {2026: 29 * DAY}


async def test_its_end_can_be_changed_while_it_lasts(house: House) -> None:
    table = await begun(house)
    due = timer(house, table, 101).due or 0
    await house.tables.vacations.take(101, None, "2d")
    await house.tables.vacations.take(101, None, "9d")
    assert close(timer(house, table, 101).due, due + 9 * DAY)
    await house.tables.vacations.take(101, None, "4d")
    assert close(timer(house, table, 101).due, due + 4 * DAY)
    now = house.tables.vacations.absences(101).now
    assert now is not None
    assert close(now.end, MONDAY + 4 * DAY)


# --- by itself


async def test_it_begins_by_itself_when_time_would_be_up(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    table = await begun(house, late="fallback")
    other = await beside(house, "72h")
    due = timer(house, other, 101).due or 0
    await until(house, MONDAY + 23 * HOUR)
    assert house.tables.vacations.absences(101).now is None
    await until(house, MONDAY + 24 * HOUR + 60)
    one = house.tables.vacations.absences(101).now
    assert one is not None
    assert close(one.end, MONDAY + 8 * DAY, 90)
    assert (0, "vacation") in await told(house, table)
    assert (0, "due") not in await told(house, table)
    assert close(timer(house, other, 101).due, due + 7 * DAY)
    assert close(timer(house, table, 101).due, one.end + HOUR)
    assert not any(entry.by == 0 and entry.seat == 0 for entry in await house.tables.history(table.id))
    await until(house, one.end + HOUR + 60)  # once in a stretch
    assert house.tables.vacations.absences(101).now is None
    assert any(entry.by == 0 and entry.seat == 0 for entry in await house.tables.history(table.id))


async def test_by_direct_message_one_hears_of_it_at_once(house: House) -> None:
    await wants(house, 101, vacation_auto="on", ping="dm")
    await begun(house)
    await mailed(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    assert [what for _, _, whats in await letters(house, 101) for what in whats][-1:] == ["vacation"]


async def test_by_itself_it_takes_what_is_left(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    await house.tables.vacations.take(101, "2026-04-01", "2026-04-21")
    await house.tables.vacations.take(101, "2026-05-01", "2026-05-06")
    await begun(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    one = house.tables.vacations.absences(101).now
    assert one is not None
    assert close(one.end - one.begin, 3 * DAY)
    await house.tables.vacations.end(101)


async def test_without_a_day_left_the_clock_goes_on(house: House) -> None:
    await wants(house, 101, vacation_auto="on")
    await house.tables.vacations.take(101, "2026-04-01", "2026-04-21")
    await house.tables.vacations.take(101, "2026-05-01", "2026-05-09")
    table = await begun(house)
    await until(house, MONDAY + 24 * HOUR + 60)
    assert house.tables.vacations.absences(101).now is None
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
        await house.tables.vacations.take(101, None, "7d")
    assert present(house, table) == before
    assert house.tables.vacations.absences(101).now is None


@pytest.mark.parametrize("sooner", [False, True])
async def test_a_crash_between_slices_takes_time_from_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch, sooner: bool
) -> None:
    monkeypatch.setattr(clocks, "SLICE", 2)
    clock = clock_at(MONDAY)
    async with opened(path, clock) as house:
        tables = []
        for n in range(5):
            table = await house.lobby(ANN, BEN, home=Home(7, 100 + n))
            await house.tables.set_pace(table.id, 101, "24h")
            tables.append(await house.tables.start(table.id, 101))
        plain = [timer(house, table, 101).due or 0 for table in tables]
        if sooner:
            await house.tables.vacations.take(101, None, "7d")
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
            act = vacations.end(101) if sooner else vacations.take(101, None, "7d")
            with pytest.raises(StoreError):
                await act
    async with opened(path, clock) as house:
        away = house.tables.vacations.absences(101).now is not None
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
            patch.setattr(Transaction, "put_leaving", broken)
            house.clock.advance(to(house, MONDAY + 24 * HOUR + 60))
            await asyncio.sleep(0.3)
            assert house.tables.vacations.absences(101).now is None
            assert (0, "vacation") not in await told(house, table)
    async with opened(path, clock) as house:
        await house.idle()
        assert house.tables.vacations.absences(101).now is not None
        assert (await told(house, table)).count((0, "vacation")) == 1


async def test_no_query_goes_through_all_of_them(house: House) -> None:
    queries = ("SELECT user_id FROM leaving WHERE at <= 5 ORDER BY at LIMIT 9", "SELECT min(at) FROM leaving")
    for query in queries:
        plan = await house.store.read(
            lambda t, query=query: " ".join(row[3] for row in t.db.execute(f"EXPLAIN QUERY PLAN {query}"))
        )
        assert "INDEX leaving_at" in plan


async def test_it_ends_and_begins_with_new_year(path: Path) -> None:
    december = int(datetime(2026, 12, 20, 10, tzinfo=UTC).timestamp())
    async with opened(path, clock_at(december)) as house:
        await wants(house, 101, timezone="Pacific/Auckland")
        await house.tables.vacations.take(101, "2026-12-24", "2027-01-10")
        assert house.tables.vacations.absences(101).left == {2026: 22 * DAY, 2027: 20 * DAY}
        await house.tables.vacations.take(101, "2027-02-01", "2027-02-20")
        with pytest.raises(ServiceError, match="vacation_used"):
            await house.tables.vacations.take(101, "2027-03-01", "1d")
        assert CID.user_id not in house.tables.hall.settings


class Ledger:
    """What was closed for whom, written down apart from the service; clocks are counted again from it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.away: dict[int, dict[int, int]] = {101: {}, 102: {}, 103: {}}  # user -> begin -> end
        self.stretches: dict[tuple[int, int], tuple[int, int]] = {}  # seat, seq -> since, allowance
        self.played = 0

    def open_time(self, user: int, a: int, b: int) -> int:
        settings = self.house.tables.hall.settings.get(user, {})
        closed = merged(
            (*people.usual_hours(settings)(a, b), *((max(x, a), min(y, b)) for x, y in self.away[user].items()))
        )
        return used(closed, a, b)

    async def look(self, table: Table, since: int) -> None:
        """Note what is new, and judge it."""
        now = self.house.clock.now()
        for user, known in self.away.items():
            one = self.house.tables.vacations.absences(user).now
            if one is not None:
                known.setdefault(one.begin, one.end)  # by itself
        for entry in await self.house.tables.history(table.id, since):
            if entry.by == 0 and entry.seat is not None:
                user = table.seats[entry.seat].user_id or 0
                began, allowance = max((v for (seat, _), v in self.stretches.items() if seat == entry.seat))
                assert self.open_time(user, began, entry.at) >= allowance - 5, "sooner than their time was up"
                self.played += 1
        for stretch in present(self.house, table).stretches if table.open else ():
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
        table = await house.tables.load(table.id)
        await ledger.look(table, last)
        last = table.seq
        if not table.open:
            break
        what, user = luck.random(), luck.choice((101, 102, 103))
        now, vacations = house.clock.now(), house.tables.vacations
        if what < 0.12:
            begin = luck.choice((None, None, f"{luck.randrange(1, 200)}h"))
            try:
                taken = await vacations.take(user, begin, f"{luck.randrange(1, 9)}d")
            except ServiceError:
                continue
            ledger.away[user][taken.begin] = taken.end
        elif what < 0.2:
            try:
                ended = await vacations.end(user)
            except ServiceError:
                continue
            ledger.away[user].pop(ended.begin)
            if ended.begin <= now:
                ledger.away[user][ended.begin] = ended.end
        elif what < 0.28 and table.waiting:
            seat = luck.choice(table.waiting)
            line = luck.choice(house.legal(table, seat))
            await house.tables.play(table.id, table.seats[seat].user_id or 0, [line], act=f"{seed} {table.seq}")
        else:
            house.clock.advance(luck.randrange(8 * HOUR))
            await house.idle()
    assert ledger.played
    assert sum(map(len, ledger.away.values())) > 2


async def test_many_acts_at_once_neither_block_nor_lose_one_another(house: House) -> None:
    tables = []
    for n in range(4):
        table = await house.lobby(ANN, BEN, home=Home(7, 100 + n))
        await house.tables.set_pace(table.id, 101, "24h")
        tables.append(await house.tables.start(table.id, 101))

    async def back_and_forth(user: int) -> None:
        for _ in range(4):
            await house.tables.vacations.take(user, None, "3d")
            await house.tables.vacations.end(user)
        await house.tables.vacations.take(user, None, "3d")

    async def play(table: Table, user: int) -> None:
        seat = present(house, table).seat_of(user)
        assert seat is not None
        line = house.legal(await house.tables.load(table.id), seat.index)[0]
        await house.tables.play(table.id, user, [line], act=f"{table.id} {user}")

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
            assert house.tables.vacations.absences(user).now is not None
            # Whose hours change back and forth is given no time back for it: due as it was, or later.
            assert (stretch.timer.due or 0) >= stretch.since + (stretch.timer.allowance or 0) + 3 * DAY - 30
