"""The bot under heavy load: `python -m tools.bench_storm`.

The playground runs in this process, the bot in its own process. 50 people sit at 200 tables. At one table 1,000 clicks
on a move arrive at once, half of them by the mover: one is accepted, all others are refused with an answer. Then users
act at 400 tables 50, 80 and 150 times a second. The latter exceeds Discord's 50 requests a second: answers may be slow,
but none may be missing.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from cogs.screen import ids
from db.store import open_store
from playground.driver import Answer, Box, NoAnswer
from playground.model import Channel, User
from rules.core import Choices, encode_move
from service.state.model import Person, Table, TableChannel
from service.store.clock import SystemClock
from service.store.publisher import SilentPublisher
from service.tables import Tables

from .bot import is_everything_shown, measure_rate
from .measure import Row, print_rows

CLICKS = 1000
PEOPLE = 50
TABLES = 200
KIND = "carcassonne"
ANSWERED = 2000.0  # milliseconds within which 99 of 100 acts are answered at 50 acts per second
PATIENCE = 120.0  # seconds to wait until all answers are shown


@dataclass(slots=True)
class Storm:
    """Results of the clicks."""

    taken: int = 0
    told: int = 0  # answered clicks
    untold: int = 0
    seconds: float = 0.0  # until the last answer was shown
    acks: list[float] = field(default_factory=list)  # milliseconds


async def prepare_storm(box: Box, path: Path, tables: int, people: list[User]) -> tuple[list[Channel], Table]:
    """Creates a database of games with four people each; returns the channels and the first table."""
    store = await open_store(path, SystemClock())
    house = await Tables.create(store, SystemClock(), SilentPublisher())
    rooms = []
    for number in range(tables):
        channel = box.add_channel(f"room-{number}")
        rooms.append(channel)
        group = [Person(u.id, u.name) for u in (people[(4 * number + n) % len(people)] for n in range(4))]
        table = await house.lobby.open_lobby(
            KIND, Choices(), len(group), TableChannel(channel.guild_id, channel.id), group[0]
        )
        for person in group[1:]:
            await house.lobby.join(table.id, person)
        await house.game_start.start_game(table.id, group[0].user_id)
    first = await house.registry.load_table(1)
    await house.close()
    await store.close()
    return rooms, first


async def run_storm(clicks: int = CLICKS, tables: int = TABLES, people: int = PEOPLE) -> Storm:
    """Sends all clicks at once, spread over all people."""
    found = Storm()
    with tempfile.TemporaryDirectory(prefix="longtable-storm-") as folder:
        path = Path(folder) / "storm.db"
        names = [f"Person {n}" for n in range(1, people + 1)]
        async with await Box.start(schema=False, people=names, channels=()) as box:
            users = [box.person(name) for name in names]
            rooms, table = await prepare_storm(box, path, tables, users)
            env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(path), "LONGTABLE_LOG": "error"}
            await box.spawn(sys.executable, "bot.py", env=env)
            await box.until(lambda: is_everything_shown(box, rooms), timeout=300, what="all tables shown")
            await box.quiet(1.0, timeout=120)
            shown = box.newest(rooms[0], button="My move")
            assert shown is not None
            assert table.game is not None
            seat = table.seats_to_move[0]
            button = ids.commit_custom_id(
                table.id, table.seq, encode_move(next(iter(table.game.legal(table.state, seat))))
            )
            assert button is not None
            box.acknowledged.clear()
            mover = box.world.users[table.seats[seat].user_id or 0]
            begun = time.monotonic()
            # The mover makes every other click.
            who = [mover if n % 2 == 0 else users[(n // 2) % people] for n in range(clicks)]
            acts = [box.acts.forge(user, shown.message, button, None) for user in who]
            answers = await asyncio.gather(*(box.settled(act, PATIENCE) for act in acts), return_exceptions=True)
            await box.until(lambda: _has_everybody_read(answers), PATIENCE, what="what all of them read")
            found.seconds = time.monotonic() - begun
            found.acks = sorted(box.acknowledged)
        _count_results(found, answers, path, table)
    return found


def _has_everybody_read(answers: list[Answer | BaseException]) -> bool:
    """Whether every acknowledged click has an answer."""
    return all(isinstance(answer, BaseException) or answer.act.made for answer in answers)


def _count_results(found: Storm, answers: list[Answer | BaseException], path: Path, table: Table) -> None:
    for answer in answers:
        if isinstance(answer, BaseException):
            if not isinstance(answer, NoAnswer):
                raise answer
            found.untold += 1
            continue
        found.told += bool(answer.act.made)  # of many ephemeral answers to one user only the newest stay visible
        found.untold += not answer.act.made
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT count(DISTINCT act) FROM log WHERE game_id = ? AND seq > ?", (table.id, table.seq))
        found.taken = int(rows.fetchone()[0])


def measure_clicks(clicks: int = CLICKS, tables: int = TABLES, people: int = PEOPLE) -> Iterator[Row]:
    found = asyncio.run(run_storm(clicks, tables, people))
    what = f"{clicks} clicks at once by {people} people, {tables} tables"
    yield Row(f"moves taken more than one ({what})", abs(found.taken - 1), "moves", must=0)
    yield Row("clicks that nobody answered", found.untold, "clicks", must=0)
    yield Row("acknowledged, median", statistics.median(found.acks), "ms")
    yield Row("acknowledged, slowest", found.acks[-1], "ms", must=3000)
    yield Row("until the last one had read what became of it", found.seconds, "s")


def measure_storm() -> Iterator[Row]:
    """Rows for `make bench`."""
    yield from measure_clicks()
    yield from measure_rate(400, 50, 60, must=500, answered=ANSWERED)
    yield from measure_rate(400, 80, 60, must=500)
    yield from measure_rate(400, 150, 30, must=None)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_storm", description="How the bot stands a storm.")
    parser.add_argument("--clicks", type=int, default=CLICKS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--people", type=int, default=PEOPLE)
    given = parser.parse_args()
    print_rows(measure_clicks(given.clicks, given.tables, given.people))


if __name__ == "__main__":
    main()
