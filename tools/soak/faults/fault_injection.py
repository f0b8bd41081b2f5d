"""Faults drawn from a seed: Discord, gateway, channels and permissions, disk or database server, the process."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Final

from playground.faults import Fault, Scope
from playground.gateway import INVALID_SESSION, RECONNECT
from playground.world import Event

from .people import GameRoom, People

if TYPE_CHECKING:
    from .served import ServerFaults

FIRST: Final = "POST /interactions/*"
ROUTES: Final = (
    FIRST,
    FIRST,
    "PATCH /webhooks/*/messages/@original",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "POST /channels/*/messages",
    "PATCH /channels/*/messages/*",
    "DELETE /channels/*/messages/*",
    "*",
)
SCOPES: Final[tuple[Scope, ...]] = ("user", "shared", "global", "bare")
DISCORD: Final = (
    *(f"429 ({scope})" for scope in SCOPES),
    *(f"{what} {when} the effect" for what in ("500", "502", "503", "dropped", "slow") for when in ("before", "after")),
    "outage",
    "tokens expired",
)
RIGHTS: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
OUTAGE: Final = 2.0  # seconds
AWAY: Final = (0.5, 4.0)  # seconds until a permission, server or database lock is restored
HELD: Final = 6.5  # seconds; longer than SQLite waits for a lock
UNTOLD: Final = 0.08  # share of gateway events that are doubled, late or lost, each
Work = Callable[[], Awaitable[None]]


class FaultInjector:
    """Draws and causes faults; counts those that struck."""

    def __init__(
        self,
        people: People,
        rooms: Sequence[GameRoom],
        luck: random.Random,
        kills: bool = True,
        server: ServerFaults | None = None,
    ) -> None:
        """`server`: faults of the PostgreSQL server, in place of those of the disk."""
        self.server = server
        self.people, self.rooms, self.luck = people, rooms, luck
        self.process, self.box = people.process, people.box
        self.happened: Counter[str] = Counter()
        self._planted: list[tuple[str, Fault]] = []
        self._back: set[asyncio.Task[None]] = set()  # tasks that restore something later
        self._restart = asyncio.Lock()
        self._gateway = False
        self.box.server.gateway.delays = self._delays
        self.kinds: dict[str, tuple[int, Work]] = {
            "discord": (10, self._discord),
            "gateway": (4, self._gateway_fault),
            "places": (4, self._place),
            **({"disk": (3, self._disk)} if server is None else {"server": (3, self._server)}),
            **({"process": (2, self._process)} if kills else {}),
        }

    async def one(self) -> None:
        """Causes one random fault."""
        names = list(self.kinds)
        name = self.luck.choices(names, [self.kinds[each][0] for each in names])[0]
        await self.kinds[name][1]()

    async def over(self) -> None:
        """Removes pending faults and restores everything."""
        self.box.faults.clear()
        self.box.server.gateway.delays = None
        await asyncio.sleep(0)  # so that tasks just created have started, and restore on cancellation
        for task in list(self._back):
            task.cancel()
        await asyncio.gather(*self._back, return_exceptions=True)
        await self.process.order("die", "never", 1)
        await self.alive()

    def counted(self) -> Counter[str]:
        """Kind of fault -> how often it struck."""
        found = Counter(self.happened)
        for name, fault in self._planted:
            found[name] += fault.struck
        return Counter({name: n for name, n in found.items() if n})

    async def alive(self) -> None:
        """Starts the process if it is dead."""
        async with self._restart:
            if not self.process.alive:
                await self.process.buried()
                await self.process.start()

    def _later(self, seconds: float, work: Callable[[], object]) -> None:
        """Runs `work` after some seconds, or when the campaign ends."""

        async def wait() -> None:
            try:
                await asyncio.sleep(seconds)
            finally:
                result = work()
                if isinstance(result, Awaitable):
                    await result

        task = asyncio.create_task(wait())
        self._back.add(task)
        task.add_done_callback(self._back.discard)

    # Discord

    async def _discord(self) -> None:
        name = self.luck.choice(DISCORD)
        route, times = self.luck.choice(ROUTES), self.luck.choice((1, 1, 2, 3))
        seconds = self.luck.uniform(0.1, 3.5)
        if name == "tokens expired":
            self.box.expire_tokens()
            self.happened[name] += 1
            return
        fault = self._planted_one(name, route, times, seconds)
        self._planted.append((name, fault))
        if name == "outage":
            self._later(OUTAGE, lambda: self.box.faults.forget(fault))

    def _planted_one(self, name: str, route: str, times: int, seconds: float) -> Fault:
        faults, word = self.box.faults, name.split(" ")[0]
        if word == "429":
            scope = next(scope for scope in SCOPES if scope in name)
            return faults.rate_limit(route, round(seconds / 3, 2), times, scope=scope)
        if word == "outage":
            return faults.server_error("*", 502, 1000)
        after = name.endswith("after the effect")
        if word == "dropped":
            return (faults.swallow if after else faults.drop)(route, times)
        if word == "slow":
            return (faults.late_answer if after else faults.delay)(route, seconds, times)
        return (faults.failed_answer if after else faults.server_error)(route, int(word), times)

    # The gateway

    def _delays(self, event: Event) -> Sequence[float]:
        if not self._gateway:
            return (0.0,)
        what = "interaction" if event.what == "interaction" else "event"
        drawn = self.luck.random() / UNTOLD
        if drawn >= 3:
            return (0.0,)
        if event.what not in ("interaction", "channel_edit", "channel_delete", "guild", "guild_gone"):
            return (0.0,)
        name, delays = (
            ("doubled", (0.0, self.luck.choice((0.0, 0.01, 0.5)))),
            ("late, after what came later", (self.luck.uniform(0.05, 2.0),)),
            ("missed", ()),
        )[int(drawn)]
        self.happened[f"{what} {name}"] += 1
        return delays

    async def _gateway_fault(self) -> None:
        what = self.luck.choice(("told wrongly", "told wrongly", "resumed", "new session", "invalid", "reconnect"))
        gateway = self.box.server.gateway
        if what == "told wrongly":
            self._gateway = True
            self._later(4.0, lambda: setattr(self, "_gateway", False))
            return
        if what == "resumed":
            await gateway.drop()
        elif what == "new session":
            await gateway.drop(resumable=False)
        else:
            gateway.order(INVALID_SESSION if what == "invalid" else RECONNECT, False)
        words = {"invalid": "session invalid", "reconnect": "told to reconnect"}
        self.happened[words.get(what, f"gateway dropped, {what}")] += 1

    # Channels

    async def _place(self) -> None:
        room = self.luck.choice(self.rooms)
        what = self.luck.choice(("message", "message", "channel", "right", "right", "server", "removed"))
        await {
            "message": self._message_deleted,
            "channel": self._channel_deleted,
            "right": self._right_lost,
            "server": self._server_out,
            "removed": self._removed,
        }[what](room)

    async def _message_deleted(self, room: GameRoom) -> None:
        shown = self.box.newest(room.channel)
        if shown is not None and not shown.deleted:
            self.box.delete_message(shown)
            self.happened["table message deleted"] += 1

    async def _channel_deleted(self, room: GameRoom) -> None:
        thread = room.channel.thread
        self.box.delete_channel(room.channel)
        room.move(self.box)
        self.happened["thread deleted" if thread else "channel deleted"] += 1

    async def _right_lost(self, room: GameRoom) -> None:
        right = self.luck.choice(RIGHTS)
        place = room.channel
        self.box.deny(place, right)

        def back() -> None:
            if not place.deleted:
                self.box.allow(place, right)

        self._later(self.luck.uniform(*AWAY), back)
        self.happened[f"right lost: {right}"] += 1

    async def _server_out(self, room: GameRoom) -> None:
        self.box.outage(True)
        self._later(self.luck.uniform(*AWAY), lambda: self.box.outage(False))
        self.happened["server out"] += 1

    async def _removed(self, room: GameRoom) -> None:
        world = self.box.world
        if world.bot.id not in world.guild.members:
            return
        self.box.kick_bot()

        def back() -> None:
            if world.bot.id not in world.guild.members:
                self.box.invite_bot()

        self._later(self.luck.uniform(*AWAY), back)
        self.happened["bot removed and invited back"] += 1

    # The disk

    async def _disk(self) -> None:
        what = self.luck.choice(("full", "narrow", "sealed", "held"))
        seconds = self.luck.uniform(*AWAY)
        if what == "held":
            await asyncio.to_thread(self._hold, self.luck.choice((seconds, HELD)))
            self.happened["database held by another process"] += 1
            return
        await self.process.order(what)
        self._later(seconds, lambda: self.process.order("open" if what == "sealed" else "roomy"))
        words = {"full": "disk full", "narrow": "disk refuses to write", "sealed": "database read only"}
        self.happened[words[what]] += 1

    def _hold(self, seconds: float) -> None:
        with closing(sqlite3.connect(self.process.database, timeout=1, isolation_level=None)) as db:
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return  # the bot has the lock
            time.sleep(seconds)
            db.execute("ROLLBACK")

    # The server

    async def _server(self) -> None:
        assert self.server is not None
        what = self.luck.choice(("restarted", "away", "cut", "cut", "cut off", "held"))
        seconds = self.luck.uniform(*AWAY)
        if what in ("restarted", "away"):
            await asyncio.to_thread(self.server.restarted, seconds if what == "away" else 0.0)
        elif what == "held":
            await asyncio.to_thread(self.server.held, seconds)
        elif not await asyncio.to_thread(self.server.cut, claim=what == "cut off"):
            return
        words = {
            "restarted": "database server fell, and was back at once",
            "away": "database server fell, and was away for a while",
            "cut": "lines to the database cut",
            "cut off": "all lines to the database cut, that of the claim too",
            "held": "database held by another process",
        }
        self.happened[words[what]] += 1

    # The process

    async def _process(self) -> None:
        places = ("begin", "statement", "commit", "committed", "rollback", *(("committing",) if self.server else ()))
        what = self.luck.choice(("at once", *places, "stopped"))
        if what == "at once":
            await asyncio.sleep(self.luck.uniform(0, 0.5))
            await self.process.kill()
        elif what == "stopped":
            status = await self.process.stop()
            if status not in (0, None):
                self.people.book.strange.append(f"stopped with status {status}")
        else:
            await self.process.order("die", what, self.luck.randint(1, 12 if what == "statement" else 3))
            for _ in range(60):
                if not self.process.alive:
                    break
                await asyncio.sleep(0.1)
            else:
                await self.process.order("die", "never", 1)
                return
        words = {"at once": "killed at any moment", "stopped": "stopped", "committed": "killed after a COMMIT"}
        words["committing"] = "killed during a COMMIT"
        self.happened[words.get(what, f"killed at a {what.upper() if what != 'statement' else what}")] += 1
        await self.alive()
