"""The bot on three servers, each of another shard, and a game on each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from cogs.client import Longtable
from cogs.settings import Settings
from db.share import Share
from playground.driver import Box, Shown
from playground.model import Guild
from rules.core import encode_move
from service.state.model import LogEntry
from service.store.clock import MovableClock
from tools.soak.fixed_luck import NOON
from tools.stage import PATIENT, ROOM, Stage, stage_lifetime

COUNT = 3
ROOMS = {0: "third", 1: ROOM, 2: "second"}  # a room on the server of each shard


@dataclass
class Divided(Stage):
    """A stage whose bot is divided; or holds a part, on a box with other bots."""

    shards: Share | None = None

    def told(self) -> Settings:
        return replace(super().told(), shards=self.shards)

    @property
    def bot(self) -> Longtable:
        assert self.running is not None
        return self.running.bot

    def guild(self, shard: int) -> Guild:
        return self.box.world.guilds[self.box.channel(ROOMS[shard]).guild_id or 0]

    async def begin(self, shard: int) -> None:
        """A game of Ann and Ben on the server of a shard."""
        room = ROOMS[shard]
        await self.slash("Ann", "/carcassonne new", room=room, seats=2)
        await self.press("Ben", "Join", self.newest("Join", where=room))
        await self.press("Ann", "Start", self.newest("Start", where=room))

    async def next_move(self, shard: int) -> tuple[str, str]:
        """Who is waited for, and the first line that they may type."""
        table = await self.tables.registry.load_table(self.table(ROOMS[shard]).id)
        assert table.game is not None
        seat = table.seats_to_move[0]
        return table.seats[seat].name, encode_move(next(iter(table.game.legal(table.state, seat))))

    async def move(self, shard: int) -> None:
        """Whoever is waited for plays, and the message of the table says so; nothing is there twice."""
        before = len(await self.log(shard))
        who, line = await self.next_move(shard)
        await self.slash(who, "/game move", room=ROOMS[shard], line=line)
        await self.moved_once(shard, before, line)

    async def moved_once(self, shard: int, before: int, line: str) -> None:
        """That line is in the log once since then, and the table has one message."""
        assert [entry.move for entry in (await self.log(shard))[before:]].count(line) == 1
        assert len(self.messages(shard)) == 1

    async def log(self, shard: int) -> list[LogEntry]:
        return await self.tables.history.read_entries(self.table(ROOMS[shard]).id)

    def messages(self, shard: int) -> list[Shown]:
        """The messages of the table there."""
        return [message for message in self.box.messages(ROOMS[shard]) if message.has_button("My move")]

    async def noted(self) -> int | None:
        """Since when some server counts as left; None: none does."""
        return await self.tables.registry.store.read(lambda t: t.first_server_left_at())


@asynccontextmanager
async def divided(folder: Path, shards: Share | None = None) -> AsyncIterator[Divided]:
    """Three servers and the bot, on a clock that stands still."""
    clock = MovableClock(source=lambda: NOON)
    box = await Box.start(on_clock=clock.advance)
    box.world.clock.source, box.world.clock.moved = clock.source, clock.offset
    box.world.shards = COUNT
    box.world.at_once = 16
    for name in ("Second", "Third"):
        box.second_server(name, ["Ann", "Ben"], [name.casefold()])
    async with stage_lifetime(Divided(box, clock, folder / "test.sqlite3", PATIENT, True, shards=shards)) as made:
        yield made
    box.demand_clean()
