"""Several bot processes with a few shards each, on one PostgreSQL database, with one room per shard's server.

Tests see what users see, and read the database; they access no process.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.request import urlopen

import psycopg

from db.base import Transaction
from db.postgres.connection import Connection
from playground.driver import Answer, Box, NoAnswer, Shown, Thinking
from rules.core import encode_move
from service.state.model import LogEntry, Table
from service.store import codec
from tools.bench.measure import processor_time
from tools.postgres import free_port
from tools.stage import ROOM

T = TypeVar("T")

COUNT: Final = 3
ROOMS: Final = {0: "third", 1: ROOM, 2: "second"}  # shard -> a room on its server
ROOT: Final = Path(__file__).parents[3]
SOON: Final = 150.0  # seconds; long, since test machines are busy


@dataclass
class Bot:
    """A started process."""

    name: str
    process: asyncio.subprocess.Process
    port: int
    log: Path

    @property
    def health(self) -> str:
        """The status reported by its health endpoint; empty if there is no answer."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return str(json.loads(answer.read())["status"])
        except OSError as error:
            body = getattr(error, "read", lambda: b"{}")()
            return str(json.loads(body or b"{}").get("status", ""))

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    async def ended(self) -> int:
        return await asyncio.wait_for(self.process.wait(), SOON)


@dataclass
class BotCluster:
    """A playground, a database, and the processes on both."""

    box: Box
    database: str
    folder: Path
    bots: list[Bot] = field(default_factory=list)
    count: int = COUNT
    program: str = "bot.py"
    _lines: threading.local = field(default_factory=threading.local)
    _opened: list[psycopg.Connection[Any]] = field(default_factory=list)

    async def start(self, shards: str, *, ready: bool = True) -> Bot:
        """Starts a process with these shards; `ready`: waits until it plays."""
        number, port = len(self.bots), free_port()
        log = self.folder / f"bot-{number}.log"
        told = {
            "LONGTABLE_DISCORD": self.box.url,
            "DISCORD_TOKEN": self.box.token,
            "LONGTABLE_DB": self.database,
            "LONGTABLE_SHARDS": f"{shards}/{self.count}",
            "LONGTABLE_STATUS": str(port),
            "LONGTABLE_STRONG": "off",
        }
        (self.folder / str(number)).mkdir()
        with log.open("wb") as output:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(ROOT / self.program),
                env={**os.environ, **told, "PYTHONPATH": str(ROOT)},
                cwd=self.folder / str(number),
                stdout=output,
                stderr=output,
            )
        bot = Bot(shards, process, port, log)
        self.bots.append(bot)
        if ready:
            await self.until(lambda: bot.health == "ok")
        return bot

    async def until(self, holds: Callable[[], bool], seconds: float = SOON) -> float:
        """Waits until `holds()`; returns the seconds it took."""
        begun = time.monotonic()
        while not await asyncio.to_thread(holds):
            if time.monotonic() - begun > seconds:
                raise TimeoutError("\n".join(f"{bot.name}: {bot.log.read_text()[-2000:]}" for bot in self.bots))
            await asyncio.sleep(0.1)
        return time.monotonic() - begun

    async def end(self) -> None:
        for line in self._opened:
            line.close()
        for bot in self.bots:
            if bot.process.returncode is None:
                bot.process.kill()
                await bot.process.wait()

    def busy(self) -> float:
        """Seconds of processor time of all bots so far."""
        return sum(processor_time(bot.process.pid) for bot in self.bots if bot.process.returncode is None)

    def errors(self) -> list[str]:
        """Lines with errors in the logs."""
        lines = (line for bot in self.bots for line in bot.log.read_text().splitlines())
        return [line for line in lines if " ERROR " in line or " CRITICAL " in line or "Error" in line]

    # Reading the database

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """One transaction on this thread's connection."""
        with self._line().transaction():
            yield Transaction(Connection(self._line()))

    def _line(self) -> psycopg.Connection[Any]:
        line: psycopg.Connection[Any] | None = getattr(self._lines, "line", None)
        if line is None or line.closed:
            line = self._lines.line = psycopg.connect(self.database)
            line.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ  # a table as of one moment
            self._opened.append(line)
        return line

    def steady(self, ask: Callable[[], T]) -> T:
        """The result of `ask`, repeated while the server restarts."""
        begun = time.monotonic()
        while True:
            try:
                return ask()
            except psycopg.OperationalError:
                if time.monotonic() - begun > SOON:
                    raise
                time.sleep(0.2)

    def asked(self, query: str) -> list[tuple[Any, ...]]:
        return self.steady(lambda: self._asked(query))

    def _asked(self, query: str) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(query.encode()).fetchall()

    def table(self, room: str) -> Table:
        """The open table of a room, with its position."""
        channel = self.box.channel(room).id
        with self.read() as t:
            found = next(row.id for row in t.open_games() if row.channel_id == channel and row.lesson is None)
        return self.table_of(found)

    def table_of(self, number: int) -> Table:
        """A table with its position."""
        return self.steady(lambda: self._table_of(number))

    def _table_of(self, number: int) -> Table:
        with self.read() as t:
            row = t.game(number)
            assert row is not None
            live = t.post(row.id, row.live or 0)
            table = codec.table_from_rows(row, t.seats(row.id), t.pending_turns(row.id), live)
            state = t.state(row.id)
        if state is None or table.game is None:
            return table
        return replace(table, state=codec.unpack_state(table.game, state, table.rules))

    def position(self, table: Table) -> Any:
        """The current position of a started game, read in one statement."""
        row = self.steady(lambda: self._row("SELECT state FROM states WHERE game_id = %s", table.id))
        assert row is not None
        assert table.game is not None
        return codec.unpack_state(table.game, row[0], table.rules)

    def logged(self, table_id: int, act: str) -> bool:
        """Whether an act is in the log of a table."""
        found = "SELECT 1 FROM log WHERE game_id = %s AND act = %s LIMIT 1"
        return self.steady(lambda: self._row(found, table_id, act)) is not None

    def _row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        line: psycopg.Connection[Any] | None = getattr(self._lines, "single", None)
        if line is None or line.closed:
            line = self._lines.single = psycopg.connect(self.database, autocommit=True)
            self._opened.append(line)
        return line.execute(query.encode(), values).fetchone()

    def log(self, table_id: int) -> list[LogEntry]:
        return self.steady(lambda: self._log(table_id))

    def _log(self, table_id: int) -> list[LogEntry]:
        with self.read() as t:
            return [codec.entry_from_row(row) for row in t.entries(table_id)]

    # Acts of users

    async def begin(self, room: str, *people: str) -> Table:
        """Starts a game of these people in a room."""
        first, *others = people or ("Ann", "Ben")
        await self.box.slash(first, room, "/carcassonne new", seats=1 + len(others))
        for name in others:
            await self.box.press(name, await self.newest("Join", room), "Join")
        await self.box.press(first, await self.newest("Start", room), "Start")
        await self.until(lambda: self.table(room).seq > 0)
        return self.table(room)

    async def newest(self, button: str, where: str) -> Shown:
        await self.box.until(lambda: self.box.newest(where, button=button) is not None, SOON)
        found = self.box.newest(where, button=button)
        assert found is not None
        return found

    def next_move(self, room: str) -> tuple[str, str]:
        """Name of the player with the pending turn, and a legal line."""
        table = self.table(room)
        assert table.game is not None
        seat = table.seats_to_move[0]
        return table.seats[seat].name, encode_move(next(iter(table.game.legal(table.state, seat))))

    async def move(self, room: str) -> Answer:
        """Plays a legal move and checks that it is in the log exactly once."""
        table = self.table(room)
        who, line = self.next_move(room)
        answer = await self.box.slash(who, room, "/game move", line=line)
        assert [entry.move for entry in self.log(table.id)[table.seq :]].count(line) == 1, answer.text
        return answer

    async def moved(self, room: str, seconds: float = SOON) -> float:
        """Repeats `move` until it is answered; returns the seconds it took."""
        begun = time.monotonic()
        while True:
            try:
                await self.move(room)
            except (NoAnswer, Thinking, AssertionError):
                if time.monotonic() - begun > seconds:
                    raise
                await asyncio.sleep(0.2)
            else:
                return time.monotonic() - begun

    async def spare(self, shards: str) -> Bot:
        """Starts a standby process for the shards of another one."""
        bot = await self.start(shards, ready=False)
        await self.until(lambda: bot.health == "standby")
        return bot

    async def playing(self, pause: float = 1.0) -> tuple[asyncio.Future[dict[str, int]], asyncio.Event]:
        """Plays in all rooms until the event is set: the future's result is the number of answered moves per room.

        The future raises `AssertionError` if an answered move is not in the log.
        """
        done = asyncio.Event()

        async def play(room: str) -> int:
            answered = 0
            while not done.is_set():
                await self.moved(room)
                answered += 1
                await asyncio.sleep(pause)
            return answered

        async def all_of_them() -> dict[str, int]:
            found = await asyncio.gather(*map(play, ROOMS.values()))
            return dict(zip(ROOMS.values(), found, strict=True))

        return asyncio.ensure_future(all_of_them()), done

    def twice(self, room: str) -> list[str]:
        """Acts that are in the log of a room more than once, as separate groups."""
        entries = self.log(self.table(room).id)
        acts = [entry.act for entry in entries if entry.act is not None and entry.seq == entry.first]
        return [act for act in set(acts) if acts.count(act) > 1]


@asynccontextmanager
async def running_cluster(folder: Path, database: str, *shards: str) -> AsyncIterator[BotCluster]:
    """Three servers, one per shard, and a process for each of these ranges of shards."""
    box = await Box.start()
    box.world.shards = COUNT
    box.world.at_once = 16
    for name in ("Second", "Third"):
        box.second_server(name, ["Ann", "Ben"], [name.casefold()])
    made = BotCluster(box, database, folder)
    try:
        for each in shards:
            await made.start(each)
        yield made
    finally:
        await made.end()
        await box.stop(check=False)
