"""Games of every kind over some days through the driver: who is called, when, how often, counted on screens.

`python -m tools.days` does the same with many tables and a publisher that only records.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from rules.core import Move, encode_move
from service.machines import machines
from service.state.model import Seat, Table
from tests.e2e.conftest import ROOM, Stage
from tests.e2e.test_reminders import passed, reminders
from tools.sizes import DECISIONS_OF_DAYS

PEOPLE = ("Ann", "Ben", "Cid")


class Watcher:
    """Counts, for each stretch of each person, the messages of the table that call them."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seen: set[int] = set()
        self.called: Counter[tuple[str, int]] = Counter()  # person, the length of the log when their stretch began

    async def look(self) -> Table:
        table = await self.stage.tables.registry.load_table(self.stage.table().id)
        asked = {table.seats[stretch.seat].name: stretch.seq for stretch in table.stretches}
        for message in self.stage.box.messages(ROOM):
            if message.message.id in self.seen:
                continue
            self.seen.add(message.message.id)
            if message.has_button("Catch up"):
                for name in message.pings & set(asked):
                    self.called[name, asked[name]] += 1
        assert all(many == 1 for many in self.called.values()), self.called
        for name, seq in asked.items():
            assert self.called[name, seq] == 1 or seq == 1, (name, seq, self.called)
        for name in PEOPLE:
            assert sum(name in message.pings for message in reminders(self.stage)) <= int(name in asked)
        return table


def machine_move(table: Table, seat: Seat) -> Move:
    move = machines.choose_machine_move(table, replace(seat, machine="normal"))
    assert move is not None, "they are waited for"
    return move


@pytest.mark.random
@pytest.mark.parametrize(("kind", "pace"), [("carcassonne", "24h"), ("catan", "bank:1d+6h"), ("citadels", "12h")])
async def test_some_days_of_a_table(stage: Stage, kind: str, pace: str) -> None:
    luck, watcher = random.Random(kind), Watcher(stage)
    await stage.game(*PEOPLE, kind=kind, pace=pace)
    for number in range(DECISIONS_OF_DAYS):
        table = await watcher.look()
        if not table.is_open:
            break
        seat = table.seats[luck.choice(table.seats_to_move)]
        line = encode_move(machine_move(table, seat))
        answer = await stage.slash(seat.name, "/game move", line=line)
        assert "Something went wrong" not in answer.text
        assert (await watcher.look()).seq > table.seq, answer.text
        if luck.random() < 0.3:
            await passed(stage, luck.choice((0.1, 3, 7, 11, 20)))
        if number % 10 == 9:
            await stage.restart()
            await stage.settled()
    assert len(watcher.called) > DECISIONS_OF_DAYS // 5
