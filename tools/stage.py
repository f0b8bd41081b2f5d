"""The real bot in a playground: playground, database, service and client in one event loop, on a movable clock.

Used by end-to-end tests and `tools.soak.secrecy`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from bot import RunningBot, assemble_bot
from cogs.screen.delays import DEFAULT_DELAYS, Delays
from cogs.settings import Settings
from playground.driver import Answer, Box, Shown
from rules.core import Choices
from rules.core.chance import KEY_BYTES
from rules.core.record import parse_record
from service.state.model import Table
from service.store import codec
from service.store.clock import MovableClock
from service.store.log_writer import PendingWrites
from service.store.thinking import InProcess
from service.tables import Tables
from tools.soak.fixed_luck import NOON, clock_at, seed_service_luck

ROOM: Final = "table"
PATIENT: Final = Delays(
    wait_for_picture=120
)  # no picture is late, however busy the machine is; for a clock that stands still
BRIEFLY: Final = 0.005  # seconds
BARELY: Final = 0.001  # seconds; clocks count milliseconds
# For tests on a running clock; on a standing clock `Stage.settled` waits for nothing.
BRIEF: Final = Delays(collect_moves=0.15, edit_gap=0.1, wait_for_picture=DEFAULT_DELAYS.wait_for_picture)
CALM: Final = replace(BRIEF, wait_for_picture=PATIENT.wait_for_picture)
S = TypeVar("S", bound="Stage")
SOON: Final = 5.0  # seconds; a publisher that waits longer needs the clock moved by hand


@dataclass
class Stage:
    """A playground with the bot in it."""

    box: Box
    clock: MovableClock
    database: Path
    waits: Delays = BRIEF
    still: bool = False
    running: RunningBot | None = None
    opened: int = 0  # number of starts

    @property
    def tables(self) -> Tables:
        assert self.running is not None
        return self.running.tables

    def told(self) -> Settings:
        """The bot's settings."""
        return Settings(token=self.box.token, database=self.database)

    async def open(self) -> None:
        """Starts the bot (again)."""
        self.running = await assemble_bot(self.told(), self.clock, self.waits, InProcess())
        registry = self.running.tables.registry
        seed_service_luck(registry, self.opened)
        self.opened += 1
        draw = registry.token
        # keys of games whose first tiles leave a choice
        registry.token = lambda n: bytes(range(n)) if n == KEY_BYTES else draw(n)
        await self.box.run(self.running.bot)
        self.box.idle.append(self.idle)
        self.box.patient = self.still

    async def close(self) -> None:
        if self.running is not None:
            running, self.running = self.running, None
            if self.idle in self.box.idle:
                self.box.idle.remove(self.idle)
            try:
                await self.box.leave()
            finally:  # an open database would keep the process alive
                await running.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    def table(self, where: str = ROOM) -> Table:
        found = self.tables.registry.table_in_channel(self.box.channel(where).id)
        assert found is not None, f"no table is open in #{where}"
        return found

    def idle(self) -> bool:
        """Whether the bot says nothing more by itself; on a clock that stands still, until it is moved."""
        if self.running is None:
            return False
        bot, working = self.running.bot, self.running.bot.publisher.running_tasks()
        if not bot.in_flight.is_idle or bot.live_screens.running_count or not self.tables.has_nothing_due:
            return False
        return not working or (self.still and len(self.clock.remaining_sleeps(SOON)) >= len(working))

    async def settled(self) -> None:
        """Waits until machines have moved and everything due is sent. A standing clock is moved to the next waking
        sender.
        """
        assert self.running is not None
        publisher = self.running.bot.publisher
        while True:
            for table in list(self.tables.registry.tables.values()):
                await self.tables.machines.wait_until_idle(table.id)
            # A private screen is being made anew, or what is due is looked at: before the clock is moved.
            if self.running.bot.live_screens.running_count or not self.tables.has_nothing_due:
                await asyncio.sleep(BRIEFLY)
                continue
            working = publisher.running_tasks()
            if not working:
                return
            self.clock.sleep_begun.clear()
            naps = self.clock.remaining_sleeps(SOON) if self.still else []
            if naps and len(naps) >= len(working):
                self.box.advance(naps[0] + BARELY)
                await asyncio.sleep(0)
                continue
            begun = asyncio.ensure_future(self.clock.sleep_begun.wait())
            await asyncio.wait({begun, *working}, timeout=0.05, return_when=asyncio.FIRST_COMPLETED)
            begun.cancel()

    def newest(self, button: str | None = None, text: str | None = None, where: str = ROOM) -> Shown:
        found = self.box.newest(where, button=button, text=text)
        assert found is not None, f"no message in #{where} with button {button} and text {text}"
        return found

    async def later(self, seconds: float) -> None:
        """Moves the clock and waits for the work that becomes due."""
        self.box.advance(seconds)
        while self.clock.has_overdue_sleep or not self.tables.has_nothing_due:
            await asyncio.sleep(BRIEFLY)
        await self.settled()

    async def press(self, who: str, button: str, message: Shown | Answer | None = None) -> Answer:
        """Presses a button of `message` or of the newest public message with it; a standing clock first moves past the
        edit gap.
        """
        if self.still:
            self.box.advance(self.waits.edit_gap)
        answer = await self.box.press(who, message or self.newest(button), button)
        await self.settled()
        return answer

    async def slash(self, who: str, path: str, /, *, room: str = ROOM, **options: object) -> Answer:
        answer = await self.box.slash(who, room, path, **options)
        await self.settled()
        return answer

    async def game(self, *people: str, kind: str = "carcassonne", **options: Any) -> Table:
        """A started game."""
        first, *others = people
        await self.slash(first, f"/{kind} new", seats=len(people), **options)
        for name in others:
            await self.press(name, "Join")
        await self.press(first, "Start")
        return self.table()

    def welcome(self, name: str) -> None:
        """Adds a user of that name, unless there is one."""
        if name not in {user.name for user in self.box.world.users.values()}:
            self.box.add_person(name)

    def seated(self) -> list[str]:
        """Names of the people at all tables."""
        return [seat.name for table in self.tables.registry.tables.values() for seat in table.seats if seat.is_human]

    async def put(self, state: Any, choices: Choices | None = None) -> None:
        """Replaces the table's state; the log before cannot be undone any more."""
        tables, old = self.tables, self.table()
        new = replace(old, choices=choices or old.choices)
        work = PendingWrites(drop_checkpoints_from=0, checkpoint=(old.seq, codec.pack_state(state)))
        async with tables.registry.lock_table(old.id):
            pen = tables.moves.new_log_writer(old, None)
            _, changes = await tables.moves.commit_position(new, old, state, pen, work)
        for change in changes:
            await tables.registry.publish(change)
        assert self.running is not None
        self.running.bot.gallery.clear()
        await self.settled()

    async def recorded(self, path: Path, *people: str, late: str = "ask") -> Table:
        """A game played to the end of a record, with these people in seat order."""
        record = parse_record(path.read_text(encoding="utf-8"))
        assert record.key is not None
        assert record.seats == len(people)
        assert self.running is not None
        registry, key = self.running.tables.registry, record.key
        draw = registry.token
        registry.token = lambda n: key if n == KEY_BYTES else draw(n)
        registry.shuffle = lambda seats: None
        await self.slash(people[0], f"/{record.kind} new", seats=record.seats)
        table = self.table()
        await self.tables.lobby.set_choices(table.id, table.host, record.choices)
        await self.tables.lobby.set_late(table.id, table.host, late)
        for name in people[1:]:
            await self.press(name, "Join")
        await self.press(people[0], "Start")
        for n, line in enumerate(record.lines):
            table = self.table()
            user = table.seats[line.seat].user_id
            assert user is not None
            outcome = await self.tables.moves.play_moves(
                table.id, user, [line.move], act=f"{table.id} recorded {n}"
            )  # no machine
            assert outcome.entries[0].chance == line.drawn
        await self.settled()
        return self.table()

    def waited(self) -> str:
        """Name of the person with the pending turn."""
        table = self.table()
        return table.seats[table.seats_to_move[0]].name


@asynccontextmanager
async def staged(
    folder: Path, *, still: bool = True, schema: bool = True, waits: Delays = CALM
) -> AsyncIterator[Stage]:
    """A box with the bot in it, its database in that folder. `still`: time passes only where it is moved, so that what
    happens when is the same at every run, and nobody waits for it. `schema`: whether requests are held against
    Discord's own."""
    clock = MovableClock(source=lambda: NOON) if still else clock_at()
    box = await Box.start(on_clock=clock.advance, schema=schema)
    box.world.clock.source, box.world.clock.moved = clock.source, clock.offset
    async with stage_lifetime(Stage(box, clock, folder / "test.sqlite3", waits, still)) as made:
        yield made
    box.demand_clean()


@asynccontextmanager
async def stage_lifetime(stage: S) -> AsyncIterator[S]:
    """Opens a stage and closes it with its playground."""
    try:
        await stage.open()
        yield stage
    finally:
        try:
            await stage.close()
        finally:
            await stage.box.stop(check=False)
