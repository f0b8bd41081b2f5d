"""Time, size and memory of a replay (animated picture): `python -m tools.bench_films`.

One game of each type, with everything on, is played to its end. A separate process that has drawn its table renders
the replay as the bot does, in both formats: first with an empty sprite cache, then with sprites on disk. Seconds are
processor time, so that other work on the machine does not count. Memory is the peak above the level before. The pause
is the longest delay of the event loop; it depends on other work and has no limit.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Final

from cogs.games import face_for
from cogs.past import replay_frames
from cogs.past.replay import FILM_SETTINGS, MAX_FRAMES
from cogs.screen.film_queue import LARGEST_BYTES, FilmOrder, FilmQueue
from hosting import logs
from render import load_renderer
from render.core import cache, heap
from render.core.film import FORMATS, LONGEST, Format, Scene, frame_durations
from rules.core import registry
from service.play.history import ReplayedEntry

from ..pictures.films import FilmedGame, film_captions, film_look, max_players, play_filmed_game
from .measure import EVERYTHING, Row, print_rows
from .memory import resident_megabytes

SEED: Final = 3
COLD, WARM, MEMORY = 20.0, 10.0, 60.0  # limits: seconds, seconds, MB
TICK: Final = 0.01  # seconds
MEGABYTE: Final = 1_000_000


class ProcessWatch:
    """Watches memory and event loop delays of this process."""

    def __init__(self) -> None:
        self.most = self.before = resident_megabytes()
        self.pause = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            self.pause = max(self.pause, time.perf_counter() - begun - TICK)
            self.most = max(self.most, resident_megabytes())

    def ended(self) -> tuple[float, float]:
        """Additional megabytes, and the longest pause in milliseconds."""
        self._task.cancel()
        return self.most - self.before, self.pause * 1000


def order_film(one: FilmedGame, how: Format) -> FilmOrder:
    """The order of a game's replay, as the bot makes it."""
    table, parts = (
        one.table,
        replay_frames.plan_frames(face_for(one.table.kind), one.entries, MAX_FRAMES[how], one.winners),
    )
    game, draw, look = table.game, load_renderer(table.kind), film_look(table)
    assert game is not None
    last = game.view(table.state, None)

    async def walk() -> AsyncIterator[ReplayedEntry]:
        for passed in one.walk():
            await asyncio.sleep(0)  # yields to the event loop, as the service does
            yield passed

    def scenes() -> AsyncGenerator[Scene, None]:
        return replay_frames.iter_scenes(walk(), parts, film_captions(one.table))

    return FilmOrder(
        len(parts),
        FILM_SETTINGS[how],
        look,
        lambda first: draw.film(first.view, last, look),
        scenes,
        replay_frames.count_ending_frames(parts),
    )


async def measure_film(kind: str) -> dict[str, Any]:
    """The figures of one game type, as JSON values."""
    one = play_filmed_game(kind, EVERYTHING, max_players(kind), SEED, "easy")
    one = replace(one, entries=tuple(one.entries))
    assert one.table.game is not None
    draw = load_renderer(kind)
    draw.warm()
    last = one.table.game.view(one.table.state, None)
    draw.table(last, film_look(one.table))
    found: dict[str, Any] = {}
    found["laid"] = len(getattr(last, "laid", ()))
    films = FilmQueue()
    for how in FORMATS:
        for name in ("cold", "warm"):
            if name == "cold":
                cache.forget_drawings()
                os.environ["LONGTABLE_CACHE"] = tempfile.mkdtemp(dir=os.environ["LONGTABLE_CACHE"])
            else:
                draw.table(last, film_look(one.table))
            gc.collect()
            heap.return_free_memory()
            watched, begun = ProcessWatch(), time.process_time()
            ordered = order_film(one, how)

            async def ask(ordered: FilmOrder = ordered) -> FilmOrder:
                return ordered

            shot = await films.get_or_start((how, name), ask)[0]
            seconds = time.process_time() - begun
            memory, pause = watched.ended()
            found[f"{how} {name}"] = {
                "frames": ordered.scene_count,
                "seconds": seconds,
                "bytes": len(shot.data),
                "memory": memory,
                "pause": pause,
            }
    await films.stop()
    return found


def run_film_process(kind: str) -> dict[str, Any]:
    """Runs `measure_film` in a process with its own cache folder."""
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        run = [sys.executable, "-m", "tools.bench.films", "--kind", kind]
        env = {**os.environ, "LONGTABLE_CACHE": folder}
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=env)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure_replays() -> Iterator[Row]:
    """Rows for `make bench`."""
    for kind in registry.game_types():
        found = run_film_process(kind)
        what = f"{kind}, {found['laid']} tiles" if found["laid"] else kind
        for how in FORMATS:
            cold, warm = found[f"{how} cold"], found[f"{how} warm"]
            name = f"replay of {what}, {cold['frames']} frames, {how}"
            yield Row(f"{name}, nothing painted", cold["seconds"], "s", must=COLD, scaled=True)
            yield Row(f"{name}, sprites at hand", warm["seconds"], "s", must=WARM, scaled=True)
            yield Row(f"{name}, size", warm["bytes"] / MEGABYTE, "MB", must=LARGEST_BYTES / MEGABYTE)
            yield Row(f"{name}, memory", max(cold["memory"], warm["memory"]), "MB more", must=MEMORY)
            longest = max(cold["pause"], warm["pause"])
            yield Row(f"{name}, longest pause of the loop", longest, "ms")
            yield Row(f"{name}, playing", sum(frame_durations(cold["frames"])) / 1000, "s", must=LONGEST / 1000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_films", description="What a replay takes.")
    parser.add_argument("--kind", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.kind:
        logs.start_logging("ERROR", "plain", None)
        heap.separate_large_blocks()  # as `bot.main` does
        print(json.dumps(asyncio.run(measure_film(given.kind))))
    else:
        print_rows(measure_replays())


if __name__ == "__main__":
    main()
