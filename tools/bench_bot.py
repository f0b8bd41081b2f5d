"""How soon the bot acknowledges: `python -m tools.bench_bot`.

The playground runs in this process, the bot in one of its own, as a host would start it. 200 games are open; people act
20 times a second for a minute: open their picker, complete and type a move, look at the board, press stale and foreign
buttons. Every act must be acknowledged; Discord allows three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from db.store import open_store
from playground.driver import Box, Choice, NoAnswer, Refused, Thinking
from playground.model import Channel
from rules.core import Choices, field_names, registry
from service.clock import SystemClock
from service.model import Home, Person
from service.publish import Silence
from service.tables import Tables

from .benching import Row, calibrate, processor_time, show

SEATS = 4
PEOPLE = [f"Person {n}" for n in range(1, 201)]  # many: the client of one keeps so many private answers and no more
MIX = {"My move": 8, "type": 6, "complete": 2, "Board": 1, "Catch up": 1, "stale": 1, "foreign": 1}


USUAL = 20.0  # acts a second
PROCESSOR = 12.0  # milliseconds of the processor that an act takes at most, on the machine of the calibration loop
PATIENCE = 180.0  # seconds until all that was acknowledged is answered


@dataclass(frozen=True, slots=True)
class Room:
    """A channel in which a game is played, and by whom."""

    channel: Channel
    game: str
    people: tuple[str, ...]


@dataclass(slots=True)
class Traffic:
    """What came of the acts."""

    acks: list[float] = field(default_factory=list)  # milliseconds
    answers: list[float] = field(default_factory=list)  # milliseconds from an act until its answer is read
    lost: int = 0
    slow: int = 0  # acknowledged, and not answered for ten seconds
    unanswered: int = 0  # acknowledged, and never answered
    unoffered: int = 0  # completions that did not come: the next key asks anew
    busy: float = 0.0  # seconds of processor time that the bot took, with its threads
    refused: int = 0  # the person's screen no longer offered it
    kinds: Counter[str] = field(default_factory=Counter)


def completed(game: str) -> tuple[str, str]:
    """A command of a game, and an option of it that completes what is typed."""
    moves = registry.kinds()[game].make(Choices()).moves
    return next((kind, field_names(cls)[0]) for kind, cls in moves.items() if cls.group is None and field_names(cls))


async def open_games(box: Box, path: Path, games: int) -> list[Room]:
    """A database with that many games begun, each in a channel of its own."""
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), Silence())
    known = [Person(box.person(name).id, name) for name in PEOPLE]
    rooms = []
    for number, kind in zip(range(games), cycle(registry.kinds()), strict=False):
        channel = box.add_channel(f"room-{number}")
        first = number * SEATS % len(known)
        people = known[first : first + SEATS]
        rooms.append(Room(channel, kind, tuple(person.name for person in people)))
        table = await tables.open(kind, Choices(), len(people), Home(channel.guild_id, channel.id), people[0])
        for person in people[1:]:
            await tables.join(table.id, person)
        await tables.start(table.id, people[0].user_id)
    await tables.close()
    await store.close()
    return rooms


async def act(box: Box, room: Room, kind: str, luck: random.Random, traffic: Traffic) -> None:
    """One act of somebody in one room."""
    channel = room.channel
    shown = box.newest(channel, button="My move")
    who, begun = luck.choice(room.people), time.monotonic()
    try:
        if kind == "type":
            lines = await complete(box, who, channel, "/game move", "line", "", traffic)
            if lines:
                await box.slash(who, channel, "/game move", line=luck.choice(lines).value)
        elif kind == "complete":
            command, option = completed(room.game)
            await complete(box, who, channel, f"/{room.game} {command}", option, "N", traffic)
        elif kind == "stale" and shown is not None:
            await box.forge(who, shown, "c:1:1:place N50 0")
        elif kind == "foreign" and shown is not None:
            await box.forge(who, shown, "t:999999:move")
        elif shown is not None:
            await box.press(who, shown, kind)
        traffic.answers.append((time.monotonic() - begun) * 1000)
    except Thinking:
        traffic.slow += 1
        traffic.answers.append((time.monotonic() - begun) * 1000)  # at least
    except NoAnswer:
        traffic.lost += 1
    except Refused:
        traffic.refused += 1
    traffic.kinds[kind] += 1


async def complete(
    box: Box, who: str, channel: Channel, path: str, option: str, typed: str, traffic: Traffic
) -> list[Choice]:
    """What is offered to somebody who types."""
    try:
        return await box.complete(who, channel, path, option, typed)
    except NoAnswer:
        traffic.unoffered += 1
        return []


def waiting(box: Box) -> int:
    """How many read that an answer comes."""
    return sum(act.unfilled for act in box.world.interactions.values())


def kinds(luck: random.Random) -> Iterator[str]:
    """What people do, mixed."""
    while True:
        yield luck.choices(list(MIX), list(MIX.values()))[0]


def all_shown(box: Box, channels: Iterable[Channel]) -> bool:
    return all(box.newest(channel, button="My move") is not None for channel in channels)


async def run(games: int, rate: float, seconds: float) -> Traffic:
    traffic = Traffic()
    luck = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        path = Path(folder) / "bench.db"
        async with await Box.start(schema=False, people=PEOPLE, channels=()) as box:
            rooms = await open_games(box, path, games)
            env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(path), "LONGTABLE_LOG": "error"}
            bot = await box.spawn(sys.executable, "bot.py", env=env)
            await box.until(
                lambda: all_shown(box, [room.channel for room in rooms]), timeout=180, what="all tables shown"
            )
            await box.quiet(1.0, timeout=60)
            box.acknowledged.clear()
            acts, choice = [], kinds(luck)
            begin, before = time.monotonic(), processor_time(bot.pid)
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, begin + number / rate - time.monotonic()))
                job = act(box, luck.choice(rooms), next(choice), luck, traffic)
                acts.append(asyncio.create_task(job))
            await asyncio.gather(*acts)
            with contextlib.suppress(TimeoutError):
                await box.until(lambda: not waiting(box), PATIENCE, what="all answers")
            traffic.unanswered = waiting(box)
            traffic.acks = list(box.acknowledged)
            traffic.busy = processor_time(bot.pid) - before
    return traffic


def rows_at(
    games: int,
    rate: float,
    seconds: float,
    must: float | None,
    answered: float | None = None,
    processor: float | None = None,
) -> Iterator[Row]:
    """The figures of one rate. `must`: milliseconds within which 99 of 100 acts are acknowledged; None: only that all
    are, within the three seconds that Discord gives; `answered`: those within which they are answered; `processor`: the
    milliseconds that an act with its pictures may take. Faster than USUAL it may get slower, and nothing may get lost.
    """
    loop = calibrate()
    traffic = asyncio.run(run(games, rate, seconds))
    acks, answers = sorted(traffic.acks), sorted(traffic.answers)
    what = f"{games} games, {rate:.0f} acts/s for {seconds:.0f} s"
    yield Row(f"acknowledged, median ({what})", statistics.median(acks), "ms")
    yield Row("acknowledged, p99", acks[int(len(acks) * 0.99)], "ms", must=must)
    yield Row("acknowledged, slowest", acks[-1], "ms", must=3000)
    yield Row("answered, median", statistics.median(answers), "ms")
    yield Row("answered, p99", answers[int(len(answers) * 0.99)], "ms", must=answered)
    yield Row(f"not acknowledged (of {len(acks) + traffic.lost + traffic.unoffered})", traffic.lost, "acts", must=0)
    yield Row("answered after more than ten seconds", traffic.slow, "acts", must=0 if rate <= USUAL else None)
    yield Row("acknowledged and never answered", traffic.unanswered, "acts", must=0)
    yield Row("completions that did not come in time", traffic.unoffered, "keys", must=None if must is None else 0)
    if traffic.busy:
        done = sum(traffic.kinds.values())
        took = traffic.busy / done * 1000
        loop = (loop + calibrate()) / 2
        what = "processor time of the bot, with all pictures"
        yield Row(what, took, "ms/act", must=processor, scaled=True, loop=loop)


def rows() -> Iterator[Row]:
    """The figures for the table of `make bench`."""
    yield from rows_at(200, USUAL, 60, must=300, processor=PROCESSOR)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_bot", description="How soon the bot acknowledges.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=USUAL, help="acts a second (20)")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    show(rows_at(given.games, given.rate, given.seconds, must=None))


if __name__ == "__main__":
    main()
