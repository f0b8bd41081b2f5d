"""A process in small: a store on disk, a movable clock, tables, a publisher that remembers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path

import pytest

from db.errors import StoreError
from db.store import Store, Transaction, open_store
from rules.core import Choices
from service.machines import machines
from service.state.model import Person, Table, TableChannel
from service.store.clock import MovableClock
from service.store.publisher import TableChange
from service.tables import Tables
from tests.stores import placed
from tools.soak.fixed_luck import clock_at, seed_service_luck

ANN, BEN, CID, DAN = (Person(101, "Ann"), Person(102, "Ben"), Person(103, "Cid"), Person(104, "Dan"))
HOME = TableChannel(7, 70)


class Witness:
    """A publisher that remembers what it was told."""

    def __init__(self) -> None:
        self.changes: list[TableChange] = []
        self.called_up: list[int] = []

    async def publish_change(self, change: TableChange) -> None:
        self.changes.append(change)

    async def send_due_direct_messages(self, user_id: int) -> None:
        self.called_up.append(user_id)

    @property
    def news(self) -> list[str]:
        return [change.what for change in self.changes]


class House:
    """One process: store, clock, tables."""

    def __init__(self, store: Store, clock: MovableClock, witness: Witness, tables: Tables) -> None:
        self.store, self.clock, self.witness, self.tables = store, clock, witness, tables

    async def close(self) -> None:
        await self.tables.close()
        await self.store.close()

    def stand_still(self) -> None:
        """The clock moves no more but where it is moved: how long a test takes is no matter."""
        at = self.clock.source()
        self.clock.source = lambda: at

    async def later(self, seconds: float) -> None:
        """Move the clock, and let machines do what they waited for."""
        self.clock.advance(seconds)
        for table_id in list(self.tables.registry.tables):
            await self.tables.machines.wait_until_idle(table_id)

    async def idle(self) -> None:
        """Everything that is due at tables and for people has been done."""
        for _ in range(2000):
            await asyncio.sleep(0.005)
            if not await self.store.read(partial(_left, now=self.clock.now())):
                await self.known()
                return
        raise AssertionError("something stays due")

    async def known(self) -> None:
        """What the database holds is in memory too, which follows a commit a moment later."""
        for table_id in list(self.tables.registry.tables):
            async with self.tables.registry.lock_table(table_id):
                pass

    async def settled(self, table_id: int) -> None:
        """Machines have moved, also those that give people time to answer them."""
        await self.tables.machines.wait_until_idle(table_id)
        for _ in range(20):
            table = self.tables.registry.get(table_id)
            if table is None or machines.find_machine_to_move(table) is None:
                return
            await self.later(machines.ANSWER_SECONDS)
        raise AssertionError("the machine does not move")

    async def lobby(self, *people: Person, seats: int | None = None, home: TableChannel = HOME) -> Table:
        """A lobby of the toy game with these people."""
        table = await self.tables.lobby.open_lobby("toy", Choices(), seats, home, people[0])
        for person in people[1:]:
            table = await self.tables.lobby.join(table.id, person)
        return table

    async def game(self, *people: Person, home: TableChannel = HOME, key: bytes | None = None) -> Table:
        """A game of these people, seated in this order."""
        table = await self.lobby(*people, home=home)
        await self.tables.lobby.set_order(table.id, people[0].user_id, [seat.colour for seat in table.seats])
        if key is not None:
            self.tables.registry.token = lambda n: key[:n]
        return await self.tables.game_start.start_game(table.id, people[0].user_id)

    @contextmanager
    def unwritable(self) -> Iterator[None]:
        """The disk is full meanwhile: nothing can be written."""

        async def full(work: object) -> None:
            raise StoreError("store.full")

        with pytest.MonkeyPatch.context() as broken:
            broken.setattr(self.store, "write", full)
            yield

    def legal(self, table: Table, seat: int) -> list[str]:
        """The legal moves of a seat as text."""
        assert table.game is not None
        return [str(move) for move in table.game.legal(table.state, seat)]

    async def aside(self, table: Table) -> Table:
        """Everybody who is waited for puts their first card aside."""
        for seat in table.seats_to_move:
            user = table.seats[seat].user_id
            assert user is not None
            table = (await self.tables.moves.play_moves(table.id, user, [self.legal(table, seat)[0]])).table
        return table


def _left(t: Transaction, now: int) -> list[int]:
    return t.games_with_due_action(now, 1) or t.users_to_notify(now, 1)


@asynccontextmanager
async def opened(path: Path | str, clock: MovableClock | None = None) -> AsyncIterator[House]:
    """A house on this file."""
    clock = clock or clock_at()
    witness = Witness()
    store = await open_store(await placed(path), clock)
    house = House(store, clock, witness, await Tables.create(store, clock, witness))
    seed_service_luck(house.tables.registry)
    try:
        yield house
    finally:
        await house.close()
