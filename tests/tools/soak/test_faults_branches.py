"""The campaign of faults proves branches too, also those of branches; and it finds what is wrong with one."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from rules.core import Choices
from rules.core.record import format_record, parse_record
from service.state.model import Table, TableChannel
from tests.service.house import ANN, BEN, House, opened
from tools.soak.faults import proof
from tools.soak.faults.book import DatabaseReader

pytestmark = pytest.mark.slow


async def played(house: House, table: Table, moves: int, *, ends: bool = True) -> Table:
    """A game goes on by so many moves; then it is given up, as far as wanted."""
    for _ in range(moves):
        table = await house.tables.registry.load_table(table.id)
        seat = table.seats[table.seats_to_move[0]]
        await house.tables.moves.play_moves(table.id, seat.user_id or 0, [house.legal(table, seat.index)[0]])
    return (await house.tables.moves.resign(table.id, ANN.user_id)).table if ends else table


async def branched(house: House, old: Table, at: int, channel: int) -> Table:
    home = TableChannel(7, channel)
    table, _ = await house.tables.branches.open_branch(old.id, at, home, ANN, thread=False, tidy=True, act=None)
    await house.tables.lobby.join(table.id, BEN)
    return await house.tables.game_start.start_game(table.id, ANN.user_id)


async def database(path: Path) -> tuple[int, int, int]:
    """A game that is over, a branch of it that is over, and one of that branch in which nobody has moved."""
    async with opened(path) as house:
        table = await house.tables.lobby.open_lobby("carcassonne", Choices(), 2, TableChannel(7, 70), ANN)
        await house.tables.lobby.join(table.id, BEN)
        old = await played(house, await house.tables.game_start.start_game(table.id, ANN.user_id), 4)
        first = await played(house, await branched(house, old, 4, 71), 3)
        second = await branched(house, first, 1, 72)
        return old.id, first.id, second.id


async def test_every_branch_replays_from_its_opening_row(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    _, first, second = await database(path)
    counts = Counter[str]()
    assert list(proof.check_database(DatabaseReader(path), tmp_path, counts)) == []
    assert counts["logs that replay"] == 3
    assert (counts["branches that replay"], counts["branches that were played on"]) == (2, 1)
    with sqlite3.connect(path) as db:  # the row of one in place of the other's
        db.execute("UPDATE branches SET state = (SELECT state FROM states WHERE game_id = ?)", (first,))
    wrong = list(proof.check_database(DatabaseReader(path), tmp_path, Counter()))
    assert wrong == [
        f"table {number}: its opening row holds another position than its record leads to" for number in (first, second)
    ]


async def test_a_branch_from_which_a_move_was_left_out_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite3"
    old, first, _ = await database(path)
    with sqlite3.connect(path) as db:
        (text,) = db.execute("SELECT record FROM branches WHERE game_id = ?", (first,)).fetchone()
        before = parse_record(text)
        short = format_record(replace(before, lines=()))
        db.execute("UPDATE branches SET record = ? WHERE game_id = ?", (short, first))
    wrong = list(proof.check_database(DatabaseReader(path), tmp_path, Counter()))
    assert f"table {first}: its opening row holds another position than its record leads to" in wrong
    assert f"table {first}: its record is not what was played in game {old}" in wrong
    assert any(each.startswith(f"table {first}: BadRecord") for each in wrong)
