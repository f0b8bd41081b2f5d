"""Time from the bot's start to its first answer: `python -m tools.bench_start`.

The playground runs in this process, the bot in its own process, as on a host, with 5,000 open games in channels of
several servers. As soon as the bot is connected, a user asks for their games.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playground import permissions
from playground.driver import Box, NoAnswer
from playground.model import TEXT, Channel, Guild, Member, Role
from rules.core import registry

from .measure import Row, print_rows, time_calibration_loop
from .sample_databases import Place, add_game, copy_games, mark_all_posted

GAMES: Final = 5000
PLACE: Final = Place(server=7_000_000, channel=8_000_000, games=400)
MOVES: Final = 70


def create_servers(box: Box, games: int) -> None:
    """Creates servers and channels for the games."""
    world = box.world
    for number in range(games + 1):
        server, channel = PLACE.of(number)
        if server not in world.guilds:
            guild = world.guilds[server] = Guild(server, f"Server {server}", world.guild.owner_id)
            guild.roles[server] = Role(server, "@everyone", permissions.MEMBERS)
            guild.members.update({user: Member(user) for user in world.users})
        world.channels[channel] = Channel(channel, TEXT, f"room-{number}", server, position=number)


async def time_one_start(games: int) -> tuple[float, float]:
    """Seconds from the start of the process to its first answer; milliseconds of the calibration loop (wall time)."""
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        path = Path(folder) / "bench.db"
        for number, kind in enumerate(registry.game_types(), 1):
            await add_game(path, kind, MOVES, number)
        copy_games(path, games, place=PLACE)
        mark_all_posted(path)
        async with await Box.start(schema=False) as box:
            create_servers(box, games)
            before = time_calibration_loop(3, time.perf_counter)
            begin = time.perf_counter()
            env = {"LONGTABLE_DISCORD": box.url, "LONGTABLE_DB": str(path), "LONGTABLE_LOG": "error"}
            await box.spawn(sys.executable, "bot.py", env=env, timeout=120)
            channel = box.world.channels[PLACE.channel]
            while True:
                try:
                    await box.slash("Ann", channel, "/game list")
                    break
                except NoAnswer:  # the commands are not registered yet
                    await asyncio.sleep(0.05)
            end = time.perf_counter()
            return end - begin, (before + time_calibration_loop(3, time.perf_counter)) / 2


def measure_start(games: int = GAMES) -> Iterator[Row]:
    """Rows for `make bench`."""
    seconds, loop = asyncio.run(time_one_start(games))
    what = f"from the command to the first answer, {games:,} open games"
    yield Row(what, seconds, "s", must=3, scaled=True, loop=loop)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_start", description="How long a start takes.")
    parser.add_argument("--games", type=int, default=GAMES)
    print_rows(measure_start(parser.parse_args().games))


if __name__ == "__main__":
    main()
