"""The stage on which sample tables are created: a store, tables, people and a clock that tests move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from db.store import Store, Transaction, open_store
from rules.core import Choices, registry
from service.play.server_members import Membership
from service.state import standing_answers
from service.state.model import Person, Table, TableChannel
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .decisions import KEY_BYTES, Opening

BEGIN: Final = 1_793_620_800  # 2026-11-02 12:00 UTC
HOUR: Final = 3600
DAY: Final = 24 * HOUR
SERVER: Final = 7
PEOPLE: Final = tuple(
    Person(101 + n, name)
    for n, name in enumerate(("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo *the* <b>"))
)
ANN, BEN, CID, DAN, EVE = PEOPLE[:5]
ASKED: Final = tuple(Person(201 + n, f"Player {n}") for n in range(8))  # people without standing answers


class FrozenClock:
    """A clock that only moves by `advance`."""

    def __init__(self) -> None:
        self.at = BEGIN
        self._moved = asyncio.Event()

    def now(self) -> int:
        return self.at

    def now_ms(self) -> int:
        return self.at * 1000

    def advance(self, seconds: int) -> None:
        self.at += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def sleep(self, seconds: float) -> None:
        until = self.at + seconds
        while self.at < until:
            await self._moved.wait()


class StoredStage:
    """Tables in a database, and shortcuts to bring them into a condition."""

    def __init__(self, store: Store, tables: Tables, clock: FrozenClock, gone: set[int]) -> None:
        self.store, self.tables, self.clock = store, tables, clock
        self.gone = gone  # people who left the server
        self._channel = 1000
        self._message = 10_000

    @classmethod
    @asynccontextmanager
    async def at(cls, path: Path) -> AsyncIterator[StoredStage]:
        clock, gone = FrozenClock(), set[int]()

        async def found(guild_id: int, user_id: int) -> Membership:
            return "gone" if user_id in gone else "here"

        store = await open_store(path, clock)
        await store.read(lambda t: t.db.execute("PRAGMA synchronous = OFF"))
        tables = await Tables.create(store, clock, SilentPublisher(), found)
        tables.registry.complete_languages = lambda: ("en", "ro")
        off = dict.fromkeys(
            (key for kind in registry.game_types().values() for key in kind.answers_for_all_tables),
            standing_answers.OFF,
        )
        for person in ASKED:
            await tables.preferences.set_settings(person.user_id, off)
        try:
            yield cls(store, tables, clock, gone)
        finally:
            await tables.close()
            await store.close()

    def home(self) -> TableChannel:
        self._channel += 1
        return TableChannel(SERVER, self._channel)

    async def lobby(
        self, kind: str, people: Sequence[Person], choices: Choices | None = None, pace: str = "none"
    ) -> Table:
        """A lobby of these people, in the order of their colours."""
        table = await self.tables.lobby.open_lobby(
            kind, choices or Choices(), len(people), self.home(), people[0], pace=pace
        )
        for person in people[1:]:
            table = await self.tables.lobby.join(table.id, person)
        return await self.tables.lobby.set_order(table.id, people[0].user_id, [seat.colour for seat in table.seats])

    async def begun(self, kind: str, seats: int, pace: str = "none", late: str = "ask", key: int = 1) -> Table:
        """A started game whose first message is posted."""
        table = await self.lobby(kind, PEOPLE[:seats], pace=pace)
        await self.tables.lobby.set_late(table.id, table.host, late)
        self.tables.registry.token = lambda n: key.to_bytes(n, "big")
        await self.tables.game_start.start_game(table.id, table.host, act=f"start {table.id}")
        await self.shown(table.id)
        return await self.tables.registry.load_table(table.id)

    async def opening(self, one: Opening) -> Table:
        """A game before a decision."""
        table = await self.lobby(one.kind, ASKED[: one.seats], one.choices)
        self.tables.registry.token = lambda n: one.key[:n].rjust(KEY_BYTES, b"\0")
        table = await self.tables.game_start.start_game(table.id, table.host, act=f"start {table.id}")
        for seat, line in one.lines:
            table = await self.move(table, line, seat)
        await self.shown(table.id)
        return table

    async def move(self, table: Table, line: str = "", seat: int | None = None) -> Table:
        """Plays a line, by default the first legal move of the pending seat."""
        at = table.seats_to_move[0] if seat is None else seat
        assert table.game is not None
        line = line or str(next(iter(table.game.legal(table.state, at))))
        user = table.seats[at].user_id
        assert user is not None
        return (await self.tables.moves.play_moves(table.id, user, [line], act=f"{table.id} {table.seq}")).table

    async def moves(self, table: Table, count: int) -> Table:
        for _ in range(count):
            table = await self.move(await self.tables.registry.load_table(table.id))
        return table

    async def shown(self, table_id: int) -> None:
        """Marks the table's due posts as sent."""
        posts = await self.tables.outbox.list_unsent_posts(table_id)
        table = await self.tables.registry.load_table(table_id)
        if posts:
            self._message += 1
            numbers = [post.number for post in posts]
            await self.tables.outbox.record_sent_posts(table_id, numbers, self._message, table.home.channel_id)

    async def later(self, seconds: int) -> None:
        """Moves the clock and waits until all due work is done."""
        self.clock.advance(seconds)
        for _ in range(2000):
            await asyncio.sleep(0.002)
            if not await self.store.read(partial(_find_due, now=self.clock.now())):
                return
        raise AssertionError("something stays due")


def _find_due(t: Transaction, now: int) -> Sequence[int]:
    return t.games_with_due_action(now, 1) or t.users_to_notify(now, 1) or t.users_with_due_vacation(now, 1)
