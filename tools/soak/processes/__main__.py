"""Kills one of several bot processes after another: `python -m tools.processes`.

The playground and the database server run here. Each bot process has the tables of one shard and is restarted at once
when it ends, as by a supervisor; with `--spares` a standby process waits for its shard. People move at all tables at a
given total rate. At intervals one process is killed; with `--restarts` every third time the database server is
restarted instead. Reported are answered moves missing in the log (lost), acts logged twice (doubled), answer times
without faults, and the time from each kill to the first answer.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from db.store import open_store
from playground.driver import Answer, Box, NoAnswer, Refused, Thinking
from playground.model import Channel
from rules.core import Choices, encode_move
from service.state.model import Person, Table, TableChannel
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables
from tools.postgres import has_server_programs, restart_server, running_server

from .stage import COUNT, Bot, BotCluster

KIND: Final = "carcassonne"
LEAST: Final = 20.0  # seconds a shard stays disturbed after its first answer, all shards after a server restart
UNSEEN: Final = 10**9  # first id of channels and people outside of the playground
A_PERSON: Final = 10  # tables per person
AT_ONCE: Final = 16
PLAIN: Final = "tools/soak/processes/plain.py"
NAMES: Final = ("Ann", "Ben")
TELL: Final = 120.0  # seconds between two progress reports
TOO_LONG: Final = 500.0  # limit in milliseconds within which 99 of 100 moves are acknowledged
SHARED: Final = 40  # tables in play per person, about


@dataclass(slots=True)
class TableRoom:
    """A table and its channel."""

    channel: Channel
    table_id: int
    shard: int
    table: Table | None = None  # as of the first move here
    over: bool = False
    busy: bool = False


@dataclass
class CampaignFindings:
    """The results of a campaign."""

    waits: list[float] = field(default_factory=list)  # seconds to the answer, in undisturbed shards
    heard: list[float] = field(default_factory=list)  # milliseconds to their acknowledgement
    takeovers: list[float] = field(default_factory=list)
    unanswered: int = 0  # people would press again
    refused: Counter[str] = field(default_factory=Counter)
    answered: list[tuple[int, str]] = field(default_factory=list)  # (table, act)
    lost: list[str] = field(default_factory=list)
    doubled: int = 0
    errors: list[str] = field(default_factory=list)  # logged errors
    messages: list[str] = field(default_factory=list)  # tables without exactly one pressable message

    settled: float = 0.0  # seconds from the last move until all messages were right

    def times(self) -> list[str]:
        waits, heard = sorted(self.waits) or [0.0], sorted(self.heard) or [0.0]
        return [
            f"acknowledged where nobody was killed: median {statistics.median(heard):.0f} ms, "
            f"p99 {percentile_99(heard):.0f} ms",
            f"answered there: median {1000 * statistics.median(waits):.0f} ms, "
            f"p99 {1000 * percentile_99(waits):.0f} ms",
        ]

    def told(self) -> list[str]:
        takes = self.takeovers or [0.0]
        return [
            f"moves answered {len(self.answered)}, lost {len(self.lost)}, doubled {self.doubled}",
            f"without an answer {self.unanswered}, refused {sum(self.refused.values())}, "
            f"tables without their one message {len(self.messages)} (looked at after "
            f"{self.settled:.0f} s)",
            *self.messages,
            *self.times(),
            f"from a kill to the first answer: {len(self.takeovers)} times, median {statistics.median(takes):.1f} s, "
            f"longest {max(takes):.1f} s",
        ]


def percentile_99(times: Sequence[float]) -> float:
    """The value that 99 of 100 sorted times do not exceed."""
    return times[min(len(times) - 1, int(len(times) * 0.99))]


class Campaign:
    """The players and the kills."""

    def __init__(self, stage: BotCluster, rooms: Sequence[TableRoom], luck: Random, *, spares: bool) -> None:
        self.stage = stage
        self.rooms = rooms
        self.luck = luck
        self.spares = spares
        self.found = CampaignFindings()
        self.killed: dict[int, float] = {}  # shard -> time of the kill, until it answers
        self.calm: dict[int, float] = {}  # shard -> time since which it answers undisturbed
        self.holders: dict[int, Bot] = {}
        self._watched: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        for shard in range(COUNT):
            self.holders[shard] = await self.stage.start(str(shard))
            if self.spares:
                await self.stage.spare(str(shard))

    async def play(self, seconds: float, rate: float) -> None:
        """Makes `rate` moves per second at random tables."""
        begun, acts = time.monotonic(), []
        for number in range(int(seconds * rate)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.monotonic()))
            room = self._free()
            if room is not None:
                room.busy = True
                acts.append(asyncio.create_task(self._act(room)))
        ended = await asyncio.gather(*acts, return_exceptions=True)
        self.found.errors += [f"here: {error!r}" for error in ended if isinstance(error, BaseException)]

    def _free(self) -> TableRoom | None:
        """A random table at which no move is in progress."""
        count = len(self.rooms)
        first = self.luck.randrange(count)
        rooms = (self.rooms[(first + n) % count] for n in range(count))
        return next((room for room in rooms if not room.over and not room.busy), None)

    async def tell(self, seconds: float) -> None:
        """Prints the progress at intervals."""
        while True:
            await asyncio.sleep(seconds)
            print("\n".join(self.found.told()), end="\n\n", file=sys.stderr, flush=True)

    async def _act(self, room: TableRoom) -> None:
        try:
            move = await asyncio.to_thread(self._move, room)
            if move is not None:
                await self._moved(room, *move)
        finally:
            room.busy = False

    def _move(self, room: TableRoom) -> tuple[str, str] | None:
        table = room.table = room.table or self.stage.table_of(room.table_id)
        game = table.game
        assert game is not None
        state = self.stage.position(table)
        if game.over(state):
            room.over = True
            return None
        seat = min(game.waiting(state))
        return table.seats[seat].name, encode_move(self.luck.choice(list(game.legal(state, seat))))

    async def _moved(self, room: TableRoom, who: str, line: str) -> None:
        begun = time.monotonic()
        try:
            answer = await self.stage.box.slash(who, room.channel, "/game move", line=line)
        except (NoAnswer, Thinking, Refused):
            self.found.unanswered += 1
            return
        ended = time.monotonic()
        if self.killed.get(room.shard, ended) < begun:
            self.found.takeovers.append(ended - self.killed.pop(room.shard))
            self.calm[room.shard] = ended + LEAST
        elif room.shard not in self.killed and self.calm.get(room.shard, 0.0) < begun:
            self.found.waits.append(ended - begun)
            self.found.heard.append(answer.ack_ms)
        await asyncio.to_thread(self._judge, room, answer)

    def _judge(self, room: TableRoom, answer: Answer) -> None:
        act = str(answer.act.id)
        if self.stage.logged(room.table_id, act):
            self.found.answered.append((room.table_id, act))
        else:
            self.found.refused[answer.text[:60]] += 1

    async def climb(self, seconds: float, rate: float, step: float) -> None:
        """Plays at growing rates until acknowledgements take too long."""
        while percentile_99(sorted(self.found.heard) or [0.0]) <= TOO_LONG:
            self.found.heard.clear()
            self.found.waits.clear()
            begun = time.process_time(), self.stage.busy()
            await self.play(seconds, rate)
            here, bots = time.process_time() - begun[0], self.stage.busy() - begun[1]
            print(
                f"{rate:g} moves a second: {', '.join(self.found.times())}; of a core the bots took "
                f"{100 * bots / seconds:.0f} %, people and Discord {100 * here / seconds:.0f} %",
                flush=True,
            )
            rate += step

    # Faults

    async def kill(self, seconds: float, every: float, folder: Path, *, restarts: bool) -> None:
        """Kills one process after another; with `restarts`, every third time restarts the database server."""
        until, fault, kills = time.monotonic() + seconds, 0, 0
        while time.monotonic() + every < until:
            await asyncio.sleep(every)
            fault += 1
            if restarts and fault % 3 == 0:
                self.disturbed(float("inf"))
                await asyncio.to_thread(restart_server, folder)
                self.disturbed(time.monotonic() + LEAST)
                continue
            shard, kills = kills % COUNT, kills + 1
            self.killed[shard] = time.monotonic()
            self.holders[shard].process.kill()
            task = asyncio.create_task(self._again(shard))
            self._watched.add(task)
            task.add_done_callback(self._watched.discard)

    def disturbed(self, until: float) -> None:
        """Marks all shards as disturbed until `until`."""
        self.calm.update(dict.fromkeys(range(COUNT), until))

    async def _again(self, shard: int) -> None:
        """Restarts a shard's process when it ends, as a supervisor does."""
        await self.holders[shard].process.wait()
        waiting = [bot for bot in self.stage.bots if bot.name == str(shard) and bot.process.returncode is None]
        started = await self.stage.start(str(shard), ready=False)
        self.holders[shard] = waiting[0] if waiting else started

    async def settled(self, seconds: float) -> None:
        """Waits until every table's message is right. On a busy machine a successor may need a minute to start."""
        begun = time.monotonic()
        while self._wrong() and time.monotonic() - begun < seconds:
            await asyncio.sleep(1)
        self.found.settled = time.monotonic() - begun

    def _wrong(self) -> list[str]:
        return [line for room in self.rooms if not room.over for line in self._shown(room)]

    def judge(self) -> None:
        """Compares answers, log and messages at the end."""
        there = {room.table_id: {entry.act for entry in self.stage.log(room.table_id)} for room in self.rooms}
        self.found.lost = [act for table_id, act in self.found.answered if act not in there[table_id]]
        for room in self.rooms:
            acts = Counter(e.act for e in self.stage.log(room.table_id) if e.act is not None and e.seq == e.first)
            self.found.doubled += sum(n - 1 for n in acts.values())
        self.found.messages = self._wrong()

    def _shown(self, room: TableRoom) -> list[str]:
        """Findings unless the table has exactly one pressable message, in its current state."""
        shown = [one.id for one in self.stage.box.messages(room.channel) if one.has_button("My move")]
        table = self.stage.table_of(room.table_id)
        live = table.live
        if live is not None and shown == [live.message_id] and live.seq >= table.seq:
            return []
        owed = self.stage.asked(f"SELECT count(*) FROM posts WHERE game_id = {room.table_id} AND sent_at IS NULL")[0][0]
        known = "none" if live is None else f"{live.message_id}, which shows {live.seq} of {table.seq} entries"
        return [f"table {room.table_id} (shard {room.shard}): {shown} can be pressed, known is {known}, owed {owed}"]


async def prepare_tables(
    box: Box, address: str, open_: int, rows: Sequence[Channel], people: Sequence[str]
) -> list[TableRoom]:
    """A database of two-player games spread over the servers: one per channel of `rows`, `open_` in all.

    The rest belong to channels outside of the playground and only wait for moves.
    """
    store = await open_store(address, SystemClock())
    house = await Tables.create(store, SystemClock(), SilentPublisher())

    async def begun(home: TableChannel, first: Person, second: Person) -> int:
        table = await house.lobby.open_lobby(KIND, Choices(), 2, home, first)
        await house.lobby.join(table.id, second)
        await house.game_start.start_game(table.id, first.user_id)
        return table.id

    async def seen(number: int) -> TableRoom:
        channel = rows[number]
        two = [box.person(people[(number + n) % len(people)]) for n in range(2)]
        first, second = (Person(user.id, user.name) for user in two)
        table_id = await begun(TableChannel(channel.guild_id, channel.id), first, second)
        return TableRoom(channel, table_id, ((channel.guild_id or 0) >> 22) % COUNT)

    async def unseen(number: int) -> None:
        two = [Person(UNSEEN + 2 * (number // A_PERSON) + n, NAMES[n]) for n in range(2)]
        home = TableChannel(rows[number % len(rows)].guild_id, UNSEEN + number)
        table_id = await begun(home, *two)
        owed = [post.number for post in await house.outbox.list_unsent_posts(table_id)]
        await house.outbox.record_sent_posts(table_id, owed, UNSEEN + number, home.channel_id)

    rooms = [await seen(number) for number in range(len(rows))]
    for first in range(len(rows), open_, AT_ONCE):
        await asyncio.gather(*(unseen(number) for number in range(first, min(open_, first + AT_ONCE))))
    await house.close()
    await store.close()
    return rooms


async def run_kill_campaign(wanted: argparse.Namespace, folder: Path, address: str) -> CampaignFindings:
    names = [f"room-{number}" for number in range(wanted.tables)]
    people = [f"P{number}" for number in range(max(4, 2 * wanted.tables // SHARED))]
    box = await Box.start(schema=False, people=people, channels=["lounge", *names[0::3]])
    box.world.shards, box.world.at_once = COUNT, 16
    for name, more in (("Second", names[1::3]), ("Third", names[2::3])):
        box.second_server(name, people, more)
    stage = BotCluster(box, address, folder, program=PLAIN if wanted.plain else "bot.py")
    try:
        rooms = await prepare_tables(box, address, wanted.open, [box.channel(name) for name in names], people)
        campaign = Campaign(stage, rooms, Random(wanted.seed), spares=wanted.spares)
        await campaign.start()
        if wanted.step:
            await campaign.climb(wanted.seconds, wanted.rate, wanted.step)
        else:
            kills = campaign.kill(wanted.seconds, wanted.every, folder / "server", restarts=wanted.restarts)
            telling = asyncio.create_task(campaign.tell(TELL))
            await asyncio.gather(campaign.play(wanted.seconds, wanted.rate), kills)
            telling.cancel()
        await campaign.settled(wanted.settle)
        campaign.judge()
        campaign.found.errors += stage.errors()
        return campaign.found
    finally:
        await stage.end()
        if wanted.logs is not None:
            wanted.logs.mkdir(parents=True, exist_ok=True)
            for bot in stage.bots:
                shutil.copy(bot.log, wanted.logs)
        await box.stop(check=False)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.processes", description="Several processes on one database, one killed after the other."
    )
    parser.add_argument("--tables", type=int, default=60, help="in play")
    parser.add_argument("--open", type=int, default=0, help="open in all, most of them without anybody")
    parser.add_argument("--rate", type=float, default=3.0, help="moves a second in sum")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument(
        "--step",
        type=float,
        default=0.0,
        help="kill nobody; so many moves a second more each time, until that is too much",
    )
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two kills")
    parser.add_argument("--settle", type=float, default=120.0, help="seconds after the last move, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spares", action="store_true", help="a process waits in place of each")
    parser.add_argument("--plain", action="store_true", help="no pictures are drawn")
    parser.add_argument("--restarts", action="store_true", help="every third time the database server is restarted")
    parser.add_argument("--logs", type=Path, help="a folder in which the log of each process is kept")
    wanted = parser.parse_args(arguments)
    if not has_server_programs():
        print("PostgreSQL's server is not installed here.")
        return 1
    with tempfile.TemporaryDirectory() as name, running_server(Path(name) / "server", safe=True) as address:
        found = asyncio.run(run_kill_campaign(wanted, Path(name), f"{address}/postgres"))
    print("\n".join(found.told()))
    for text, n in found.refused.most_common(5):
        print(f"refused {n} times: {text!r}")
    for line in found.errors[:10]:
        print(line)
    return int(bool(found.lost or found.doubled))


if __name__ == "__main__":
    sys.exit(main())
