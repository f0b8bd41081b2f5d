"""A process that plays until it is killed: `python -m tests.service.child STORE SEED STATEMENT`.

Prints a line for every act that was acknowledged, and kills itself before the n-th statement of SQL.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from rules.core import Chance, Choices, RulesError, registry
from service.errors import ServiceError
from service.state.model import Person, Table, TableChannel
from tests import stores
from tests.rules.core.toy import KIND

from .house import House, opened

PEOPLE = [Person(101, "Ann"), Person(102, "Ben"), Person(103, "Cid")]
FRIENDS = [Person(201, "Dan"), Person(202, "Eve"), Person(203, "Fay"), Person(204, "Gil")]


def die_before(house: House, statement: int) -> None:
    """Have the process killed before that statement, as by a power cut."""
    left = statement

    def count() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    stores.before_each(house.store, count)


async def acts(house: House, luck: Chance) -> None:
    """Moves, undos, votes and resignations at random, each told when it is acknowledged."""
    table = house.tables.registry.table_in_channel(70)
    number = table.seq if table else 0
    while True:
        number += 1
        table = house.tables.registry.table_in_channel(70)
        if table is None:
            table = await house.tables.lobby.open_lobby("toy", Choices(), None, TableChannel(7, 70), PEOPLE[0])
        if table.status == "lobby":
            for person in PEOPLE[len(table.seats) :]:
                table = await house.tables.lobby.join(table.id, person)
            table = await house.tables.game_start.start_game(table.id, 101, act=f"start-{table.id}")
            print("start", table.id, table.seq, flush=True)
            continue
        table = await house.tables.registry.load_table(table.id)
        seat = table.seats_to_move[luck.below(len(table.seats_to_move))]
        user = table.seats[seat].notify_user_id
        assert user is not None
        assert table.game is not None
        act = f"{table.id}-{table.seq}-{number}"
        try:
            if luck.below(3) == 0 and await passed_on(house, table, luck, f"{act}-pass"):
                continue
            if luck.below(4) == 0 and await rested(house, table.id, user, luck.below(3)):
                continue
            if luck.below(5) == 0:
                outcome = await house.tables.moves.undo_last_move(table.id, user, act=act)
            else:
                legal = [str(move) for move in table.game.legal(table.state, seat)]
                outcome = await house.tables.moves.play_moves(table.id, user, [legal[luck.below(len(legal))]], act=act)
        except (ServiceError, RulesError):
            continue
        for entry in outcome.entries:
            print("entry", table.id, entry.seq, entry.kind, entry.move.replace(" ", "_"), flush=True)
        print("act", table.id, act, outcome.table.seq, outcome.table.status, flush=True)


async def passed_on(house: House, table: Table, luck: Chance, act: str) -> bool:
    """A seat changes hands, or somebody is asked to take it; whether they could."""
    seat = table.seats[luck.below(len(table.seats))]
    friend = FRIENDS[luck.below(len(FRIENDS))]
    ask = next((ask for ask in table.asks if ask.status == "open"), None)
    owner, until = seat.user_id or 0, house.clock.now() + 5000
    try:
        if ask is not None:
            person = next(each for each in FRIENDS if ask.user_id in (None, each.user_id))
            await house.tables.seat_transfers.accept_offer(table.id, person, ask.number, act)
        elif luck.below(3) == 0:
            await house.tables.seat_transfers.return_seat(table.id, seat.notify_user_id or 0, act)
        elif luck.below(3) == 0:
            await house.tables.seat_transfers.offer_seat(
                table.id, Person(owner, "P"), None, friend, act, moderator=False
            )
        else:
            await house.tables.seat_transfers.offer_stand_in(
                table.id, owner, friend if luck.below(3) else None, until, act
            )
    except ServiceError:
        return False
    return True


async def rested(house: House, number: int, user: int, what: int) -> bool:
    """Somebody asks for a pause, answers that, or ends it; whether they could."""
    vote = house.tables.registry.open_vote_of(number)
    try:
        if vote is not None and vote.what == "pause":
            await house.tables.votes.answer_vote(vote.id, 101 + what, True)
        elif house.tables.registry.tables[number].paused_at is not None:
            await house.tables.pauses.resume_game(number, Person(user, "P"))
        else:
            await house.tables.votes.propose_vote(number, user, "pause")
    except ServiceError:
        return False
    return True


async def main(where: str, seed: int, statement: int) -> None:
    async with opened(where) as house:
        die_before(house, statement)
        await acts(house, Chance(seed.to_bytes(32, "big")))


if __name__ == "__main__":
    known = {**registry.game_types(), "toy": KIND}
    registry.game_types = lambda: known
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
