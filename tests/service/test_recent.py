"""What is remembered of logs and positions is what the database holds, whatever happens; and it has bounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.core.saving import dump
from service import codec, playing
from service.forgetting import Forgetting
from service.hall import Hall
from service.model import Entry, Table
from service.recent import Logs, Positions

from .house import ANN, BEN, DAN, House, opened
from .test_play import finished, offer, rolled


async def read_anew(hall: Hall, table: Table) -> list[Entry]:
    rows = await hall.store.read(lambda t: t.entries(table.id))
    return [codec.entry(row) for row in rows]


async def compared(house: House, table: Table) -> None:
    """All that is remembered of a table is the same where nothing is remembered."""
    hall, history = house.tables.hall, house.tables.history
    assert await history.entries(table.id) == await read_anew(hall, table)
    assert await history.entries(table.id, 2) == (await read_anew(hall, table))[2:]
    seqs = [entry.seq + 1 for entry in await history.effective(table.id)]
    one_by_one = {seq: dump(await history.position_before(table, seq)) for seq in seqs}
    views = await history.views_after(table, [seq - 1 for seq in seqs])
    remembered, hall.positions = hall.positions, Positions()
    hall.logs.clear()
    assert {seq: dump(found) for seq, found in (await history.positions_before(table, seqs)).items()} == one_by_one
    assert await history.views_after(table, [seq - 1 for seq in seqs]) == views
    hall.positions = remembered


async def test_it_is_the_same_after_every_act_and_every_undo(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CHECKPOINT_EVERY", 7)
    table = await rolled(house)
    for _ in range(2):
        table = (await house.tables.play(table.id, 101, [offer(table)])).table
        await compared(house, table)
        table = (await house.tables.undo(table.id, 101)).table
        await compared(house, table)
    for to in (table.seq, 4, 3):
        for _ in range(3):
            table = await house.aside(table)
            await compared(house, table)
        vote = await house.tables.propose(table.id, 101, "undo", to)
        await house.tables.answer(vote.id, 102, True)
        await house.tables.answer(vote.id, 103, True)
        table = await house.tables.load(table.id)
        await compared(house, table)


async def test_a_post_reads_nothing_that_is_known(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await house.aside(await rolled(house))
    history = house.tables.history
    whole = await history.entries(table.id)

    async def untouched(*_: object) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(house.store, "read", untouched)
    assert await history.entries(table.id) == whole
    assert await history.view_after(table, table.seq - 1, history=whole) is not None


async def test_it_is_the_same_after_a_restart(path: Path) -> None:
    async with opened(path) as house:
        table = await house.aside(await rolled(house))
        before = await house.tables.history.view_after(table, table.seq - 1)
    async with opened(path, house.clock) as house:
        table = await house.tables.load(table.id)
        assert await house.tables.history.view_after(table, table.seq - 1) == before
        await compared(house, table)
        table = await house.aside(table)
        await compared(house, table)


async def test_nothing_is_remembered_of_a_game_that_is_over(house: House) -> None:
    table = await finished(house, await house.game(ANN, BEN))
    hall = house.tables.hall
    assert not hall.logs.of(table.id)
    assert hall.positions.held == len(hall.logs) == 0
    await compared(house, table)


async def test_whoever_is_forgotten_is_in_no_log_that_is_remembered(house: House) -> None:
    table = await rolled(house)
    await house.tables.seats.standin(table.id, ANN.user_id, DAN, None, None)
    await house.tables.seats.take(table.id, DAN, 1, None)
    assert await house.tables.history.entries(table.id)
    forgetting: Forgetting = house.tables.forgetting
    await forgetting.forget(DAN.user_id)
    for entry in await house.tables.history.entries(table.id):
        assert entry.by != DAN.user_id
        assert str(DAN.user_id) not in repr(entry.events)
    await compared(house, await house.tables.load(table.id))


def entries(table: Any, first: int, last: int) -> list[Entry]:
    return [Entry(seq, 0, "move", f"{table} {seq}", (), False, (), 0, None, seq) for seq in range(first, last + 1)]


def test_logs_keep_to_their_bounds() -> None:
    logs = Logs(most=10)
    logs.add(1, entries(1, 1, 4))
    logs.add(2, entries(2, 1, 4))
    logs.add(1, entries(1, 4, 6))
    assert [entry.seq for entry in logs.of(1)] == [1, 2, 3, 4, 5, 6]
    assert len(logs) == 10
    assert list(logs.of(2)) == entries(2, 1, 4)
    logs.add(3, entries(3, 1, 2))
    assert (list(logs.of(1)), len(logs.of(2)), len(logs)) == ([], 4, 6)
    logs.add(1, entries(1, 7, 8))  # what lies after a gap is not kept
    assert (list(logs.of(1)), len(logs)) == ([], 6)
    logs.add(2, entries(2, 5, 30))
    assert len(logs) == 0  # it is longer than all there is room for
    before = logs.generation
    logs.drop(3)
    logs.clear()
    assert (len(logs), logs.generation) == (0, before + 2)


def test_positions_keep_to_their_bounds_and_to_the_line_that_counts() -> None:
    kept = Positions(most=100, each=3)
    for seq in (1, 2, 4, 5):
        kept.keep(1, seq, bytes([seq]) * 10)
    assert (kept.before(1, 2), kept.before(1, 5), kept.held) == (None, (4, bytes([4]) * 10), 30)
    kept.keep(1, 6, b"x", forget_from=4)  # entry 6 took back all from entry 4 on
    assert (kept.before(1, 6), kept.before(1, 7), kept.held) == ((2, bytes([2]) * 10), (6, b"x"), 11)
    kept.keep(2, 1, bytes(95))
    assert (kept.before(1, 9), kept.before(2, 9), kept.held) == (None, (1, bytes(95)), 95)
    kept.keep(2, 1, bytes(5))
    assert kept.held == 5
    kept.drop(2)
    kept.drop(2)
    assert kept.held == 0
