"""Time until the bot acknowledges interactions: `python -m tools.bench_bot`.

The playground runs in this process, the bot in its own process, as on a host. 200 games are open. For one minute users
act 20 times a second: they open their picker, autocomplete and type moves, look at the board, press stale and foreign
buttons. The bot must acknowledge every interaction within Discord's three seconds.
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
from service.state.model import Person, TableChannel
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .measure import Row, print_rows, processor_time, time_calibration_loop

SEATS = 4
PEOPLE = [f"Person {n}" for n in range(1, 201)]  # many, because a client keeps few ephemeral messages
MIX = {"My move": 8, "type": 6, "complete": 2, "Board": 1, "Catch up": 1, "stale": 1, "foreign": 1}


USUAL = 20.0  # interactions per second
PROCESSOR = 16.0  # milliseconds of processor time an act may take, on the machine of the calibration loop
PATIENCE = 180.0  # seconds to wait until all acknowledged interactions are answered


@dataclass(frozen=True, slots=True)
class PlayedChannel:
    """A channel with a game and its players."""

    channel: Channel
    game: str
    people: tuple[str, ...]


@dataclass(slots=True)
class Traffic:
    """Results of the simulated interactions."""

    acks: list[float] = field(default_factory=list)  # milliseconds
    answers: list[float] = field(default_factory=list)  # milliseconds from an act until its answer is read
    lost: int = 0
    slow: int = 0  # acknowledged, but not answered within ten seconds
    unanswered: int = 0  # acknowledged, but never answered
    unoffered: int = 0  # autocompletions without an answer; the client asks again at the next key
    busy: float = 0.0  # seconds of processor time of the bot, all threads
    refused: int = 0  # the button was no longer on the screen
    kinds: Counter[str] = field(default_factory=Counter)


def completed_option(game: str) -> tuple[str, str]:
    """A move command of a game and one of its autocompleted options."""
    moves = registry.game_types()[game].make(Choices()).moves
    return next((kind, field_names(cls)[0]) for kind, cls in moves.items() if cls.group is None and field_names(cls))


async def open_games(box: Box, path: Path, games: int) -> list[PlayedChannel]:
    """Starts `games` games in a new database, each in its own channel."""
    store = await open_store(path, SystemClock())
    tables = await Tables.create(store, SystemClock(), SilentPublisher())
    known = [Person(box.person(name).id, name) for name in PEOPLE]
    rooms = []
    for number, kind in zip(range(games), cycle(registry.game_types()), strict=False):
        channel = box.add_channel(f"room-{number}")
        first = number * SEATS % len(known)
        people = known[first : first + SEATS]
        rooms.append(PlayedChannel(channel, kind, tuple(person.name for person in people)))
        table = await tables.lobby.open_lobby(
            kind, Choices(), len(people), TableChannel(channel.guild_id, channel.id), people[0]
        )
        for person in people[1:]:
            await tables.lobby.join(table.id, person)
        await tables.game_start.start_game(table.id, people[0].user_id)
    await tables.close()
    await store.close()
    return rooms


async def perform_act(box: Box, room: PlayedChannel, kind: str, luck: random.Random, traffic: Traffic) -> None:
    """One interaction of a random player of a channel."""
    channel = room.channel
    shown = box.newest(channel, button="My move")
    who, begun = luck.choice(room.people), time.monotonic()
    try:
        if kind == "type":
            lines = await complete_option(box, who, channel, "/game move", "line", "", traffic)
            if lines:
                await box.slash(who, channel, "/game move", line=luck.choice(lines).value)
        elif kind == "complete":
            command, option = completed_option(room.game)
            await complete_option(box, who, channel, f"/{room.game} {command}", option, "N", traffic)
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


async def complete_option(
    box: Box, who: str, channel: Channel, path: str, option: str, typed: str, traffic: Traffic
) -> list[Choice]:
    """The choices offered; none, counted in `traffic`, if the bot did not answer."""
    try:
        return await box.complete(who, channel, path, option, typed)
    except NoAnswer:
        traffic.unoffered += 1
        return []


def count_waiting(box: Box) -> int:
    """The number of deferred interactions without an answer yet."""
    return sum(act.unfilled for act in box.world.interactions.values())


def draw_act_kinds(luck: random.Random) -> Iterator[str]:
    """Endless random kinds of interactions, weighted by `MIX`."""
    while True:
        yield luck.choices(list(MIX), list(MIX.values()))[0]


def is_everything_shown(box: Box, channels: Iterable[Channel]) -> bool:
    return all(box.newest(channel, button="My move") is not None for channel in channels)


async def run_traffic(games: int, rate: float, seconds: float) -> Traffic:
    traffic = Traffic()
    luck = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        path = Path(folder) / "bench.db"
        async with await Box.start(schema=False, people=PEOPLE, channels=()) as box:
            rooms = await open_games(box, path, games)
            env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(path), "LONGTABLE_LOG": "error"}
            bot = await box.spawn(sys.executable, "bot.py", env=env)
            await box.until(
                lambda: is_everything_shown(box, [room.channel for room in rooms]), timeout=180, what="all tables shown"
            )
            await box.quiet(1.0, timeout=60)
            box.acknowledged.clear()
            acts, choice = [], draw_act_kinds(luck)
            begin, before = time.monotonic(), processor_time(bot.pid)
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, begin + number / rate - time.monotonic()))
                job = perform_act(box, luck.choice(rooms), next(choice), luck, traffic)
                acts.append(asyncio.create_task(job))
            await asyncio.gather(*acts)
            with contextlib.suppress(TimeoutError):
                await box.until(lambda: not count_waiting(box), PATIENCE, what="all answers")
            traffic.unanswered = count_waiting(box)
            traffic.acks = list(box.acknowledged)
            traffic.busy = processor_time(bot.pid) - before
    return traffic


def measure_rate(
    games: int,
    rate: float,
    seconds: float,
    must: float | None,
    answered: float | None = None,
    processor: float | None = None,
) -> Iterator[Row]:
    """The figures at one rate of interactions per second.

    `must`: limit in milliseconds for 99 of 100 acknowledgements; None: only Discord's three seconds count. `answered`:
    limit in milliseconds for 99 of 100 answers; `processor`: milliseconds of processor time an act with its pictures
    may take. Above `USUAL` the bot may become slower but may lose nothing.
    """
    loop = time_calibration_loop()
    traffic = asyncio.run(run_traffic(games, rate, seconds))
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
        loop = (loop + time_calibration_loop()) / 2
        what = "processor time of the bot, with all pictures"
        yield Row(what, took, "ms/act", must=processor, scaled=True, loop=loop)


def measure_acknowledgement() -> Iterator[Row]:
    """Rows for `make bench`."""
    yield from measure_rate(200, USUAL, 60, must=300, processor=PROCESSOR)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_bot", description="How soon the bot acknowledges.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=USUAL, help="acts a second (20)")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    print_rows(measure_rate(given.games, given.rate, given.seconds, must=None))


if __name__ == "__main__":
    main()
