"""A process that plays until it is killed: `python -m tests.service.child FILE SEED STATEMENT`.

Prints a line for every act that was acknowledged, and kills itself before the n-th statement of SQL.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from rules.core import Chance, Choices, RulesError, registry
from service.errors import ServiceError
from service.model import Home, Person
from tests.rules.core.toy import KIND

from .house import House, opened

PEOPLE = [Person(101, "Ann"), Person(102, "Ben"), Person(103, "Cid")]


def die_before(house: House, statement: int) -> None:
    """Have the process killed before that statement, as by a power cut."""
    left = statement

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    house.store._db.set_trace_callback(count)


async def acts(house: House, luck: Chance) -> None:
    """Moves, undos, votes and resignations at random, each told when it is acknowledged."""
    table = house.tables.at(70)
    number = table.seq if table else 0
    while True:
        number += 1
        table = house.tables.at(70)
        if table is None:
            table = await house.tables.open("toy", Choices(), None, Home(7, 70), PEOPLE[0])
        if table.status == "lobby":
            for person in PEOPLE[len(table.seats) :]:
                table = await house.tables.join(table.id, person)
            table = await house.tables.start(table.id, 101, act=f"start-{table.id}")
            print("start", table.id, table.seq, flush=True)
            continue
        table = await house.tables.load(table.id)
        seat = table.waiting[luck.below(len(table.waiting))]
        user = table.seats[seat].user_id
        assert user is not None
        assert table.game is not None
        act = f"{table.id}-{table.seq}-{number}"
        try:
            if luck.below(4) == 0 and await rested(house, table.id, user, luck.below(3)):
                continue
            if luck.below(5) == 0:
                outcome = await house.tables.undo(table.id, user, act=act)
            else:
                legal = [str(move) for move in table.game.legal(table.state, seat)]
                outcome = await house.tables.play(table.id, user, [legal[luck.below(len(legal))]], act=act)
        except (ServiceError, RulesError):
            continue
        for entry in outcome.entries:
            print("entry", table.id, entry.seq, entry.kind, entry.move.replace(" ", "_"), flush=True)
        print("act", table.id, act, outcome.table.seq, outcome.table.status, flush=True)


async def rested(house: House, number: int, user: int, what: int) -> bool:
    """Somebody asks for a pause, answers that, or ends it; whether they could."""
    vote = house.tables.vote_open_at(number)
    try:
        if vote is not None and vote.what == "pause":
            await house.tables.answer(vote.id, 101 + what, True)
        elif house.tables.hall.tables[number].paused_at is not None:
            await house.tables.rests.go_on(number, Person(user, "P"))
        else:
            await house.tables.propose(number, user, "pause")
    except ServiceError:
        return False
    return True


async def main(path: Path, seed: int, statement: int) -> None:
    async with opened(path) as house:
        die_before(house, statement)
        await acts(house, Chance(seed.to_bytes(32, "big")))


if __name__ == "__main__":
    known = {**registry.kinds(), "toy": KIND}
    registry.kinds = lambda: known
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
