"""The real bot in the box: playground, database, service and client in one loop, on a clock that can be moved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot import Running, assemble
from cogs.settings import Settings
from playground.driver import Answer, Box, Shown
from rules.core.chance import KEY_BYTES
from rules.core.record import read
from service.clock import MovableClock
from service.model import Table
from tests.sameness import clock_at, settle_luck

ROOM = "table"
SETTLE = 0.15  # seconds, instead of 1.5, that the publisher waits for chained moves


@dataclass
class Stage:
    """A box with the bot in it, and what tests ask of both."""

    box: Box
    clock: MovableClock
    database: Path
    running: Running | None = None
    opened: int = 0  # how often the bot was started

    @property
    def tables(self):
        assert self.running is not None
        return self.running.tables

    def told(self) -> Settings:
        """How the bot is told to run."""
        return Settings(token=self.box.token, database=self.database)

    async def open(self) -> None:
        """Start the bot (again)."""
        self.running = await assemble(self.told(), self.clock)
        self.running.bot.publisher.settle = SETTLE
        self.running.bot.publisher.edit_gap = 0.1
        hall = self.running.tables.hall
        settle_luck(hall, self.opened)
        self.opened += 1
        draw = hall.token
        # Games whose first tiles leave a choice.
        hall.token = lambda n: bytes(range(n)) if n == KEY_BYTES else draw(n)
        await self.box.run(self.running.bot)

    async def close(self) -> None:
        if self.running is not None:
            running, self.running = self.running, None
            try:
                await self.box.leave()
            finally:  # a database left open would keep the process alive
                await running.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    def table(self, where: str = ROOM) -> Table:
        found = self.tables.at(self.box.channel(where).id)
        assert found is not None, f"no table is open in #{where}"
        return found

    async def settled(self) -> None:
        """Machines have moved, everything owed has been sent."""
        assert self.running is not None
        for table in list(self.tables.hall.tables.values()):
            await self.tables.quiet(table.id)
        await self.running.bot.publisher.idle()

    def newest(self, button: str | None = None, text: str | None = None, where: str = ROOM) -> Shown:
        found = self.box.newest(where, button=button, text=text)
        assert found is not None, f"no message in #{where} with button {button} and text {text}"
        return found

    async def later(self, seconds: float) -> None:
        """Move the clock, and let those who slept across the move do what they waited for."""
        self.box.advance(seconds)
        await asyncio.sleep(0.05)
        await self.settled()

    async def press(self, who: str, button: str, message: Shown | Answer | None = None) -> Answer:
        """Press a button of the newest public message that has it, or of this one."""
        answer = await self.box.press(who, message or self.newest(button), button)
        await self.settled()
        return answer

    async def slash(self, who: str, path: str, /, *, room: str = ROOM, **options: object) -> Answer:
        answer = await self.box.slash(who, room, path, **options)
        await self.settled()
        return answer

    async def game(self, *people: str, kind: str = "carcassonne", **options: object) -> Table:
        """A game that has begun."""
        first, *others = people
        await self.slash(first, f"/{kind} new", seats=len(people), **options)
        for name in others:
            await self.press(name, "Join")
        await self.press(first, "Start")
        return self.table()

    async def recorded(self, path: Path, *people: str, late: str = "ask") -> Table:
        """A game brought to the end of a record: these people sit in the order of its seats."""
        record = read(path.read_text(encoding="utf-8"))
        assert record.key is not None
        assert record.seats == len(people)
        assert self.running is not None
        hall, key = self.running.tables.hall, record.key
        draw = hall.token
        hall.token = lambda n: key if n == KEY_BYTES else draw(n)
        hall.shuffle = lambda seats: None
        await self.slash(people[0], f"/{record.kind} new", seats=record.seats)
        table = self.table()
        await self.tables.set_choices(table.id, table.host, record.choices)
        await self.tables.set_late(table.id, table.host, late)
        for name in people[1:]:
            await self.press(name, "Join")
        await self.press(people[0], "Start")
        for n, line in enumerate(record.lines):
            table = self.table()
            user = table.seats[line.seat].user_id
            assert user is not None
            outcome = await self.tables.play(table.id, user, [line.move], act=f"{table.id} recorded {n}")  # no machine
            assert outcome.entries[0].chance == line.drawn
        await self.settled()
        return self.table()

    def waited(self) -> str:
        """The name of the person the game waits for."""
        table = self.table()
        return table.seats[table.waiting[0]].name


@asynccontextmanager
async def staged(folder: Path) -> AsyncIterator[Stage]:
    """A box with the bot in it, its database in that folder."""
    clock = clock_at()
    box = await Box.start(on_clock=clock.advance)
    box.world.clock.moved = clock.offset
    made = Stage(box, clock, folder / "test.sqlite3")
    try:
        await made.open()
        yield made
    finally:
        try:
            await made.close()
        finally:
            await box.stop(check=False)
    box.demand_clean()


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as made:
        yield made
