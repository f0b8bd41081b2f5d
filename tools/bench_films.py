"""How long a replay takes, how large it is, what memory it needs: `python -m tools.bench_films`.

A game of each kind with everything on is played to its end; a process of its own, in which its table has been drawn,
then makes its film as the bot does, in both formats: first with nothing painted before, then with the sprites at hand
that lie on the disk. Seconds are those of the processor, as of the calibration loop, so that they tell the same beside
other work; the memory is what lies in it at most meanwhile beyond what did before; a pause is how late the loop woke,
which other work on the machine makes longer: it is told and not judged.
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

from cogs.faces import face
from cogs.past import reel
from cogs.past.replay import CUTS, FRAMES
from cogs.screen.filming import LARGEST, Filming, Order
from hosting import logs
from render import renderer
from render.core import cache, heap
from render.core.film import FORMATS, LONGEST, Format, Scene, lasting
from rules.core import registry
from service.history import Passed

from .bench_memory import held
from .benching import EVERYTHING, Row, show
from .films import Played, look_of, most, played, words

SEED: Final = 3
COLD, WARM, MEMORY = 20.0, 10.0, 60.0  # seconds, seconds, MB
TICK: Final = 0.01  # seconds
MEGABYTE: Final = 1_000_000


class Watched:
    """What happens to the process while a film is made."""

    def __init__(self) -> None:
        self.most = self.before = held()
        self.pause = 0.0
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(TICK)
            self.pause = max(self.pause, time.perf_counter() - begun - TICK)
            self.most = max(self.most, held())

    def ended(self) -> tuple[float, float]:
        """Megabytes more, and the longest pause in milliseconds."""
        self._task.cancel()
        return self.most - self.before, self.pause * 1000


def order(one: Played, how: Format) -> Order:
    """The film of a game, as the bot orders it."""
    table, parts = one.table, reel.parts(face(one.table.kind), one.entries, FRAMES[how], one.winners)
    game, draw, look = table.game, renderer(table.kind), look_of(table)
    assert game is not None
    last = game.view(table.state, None)

    async def walk() -> AsyncIterator[Passed]:
        for passed in one.walk():
            await asyncio.sleep(0)  # as the service does it
            yield passed

    def scenes() -> AsyncGenerator[Scene, None]:
        return reel.scenes(walk(), parts, words(one.table))

    return Order(len(parts), CUTS[how], look, lambda first: draw.film(first.view, last, look), scenes, reel.slow(parts))


async def filmed(kind: str) -> dict[str, Any]:
    """The figures of a game."""
    one = played(kind, EVERYTHING, most(kind), SEED, "easy")
    one = replace(one, entries=tuple(one.entries))
    assert one.table.game is not None
    draw = renderer(kind)
    draw.warm()
    last = one.table.game.view(one.table.state, None)
    draw.table(last, look_of(one.table))
    found: dict[str, Any] = {}
    found["laid"] = len(getattr(last, "laid", ()))
    films = Filming()
    for how in FORMATS:
        for name in ("cold", "warm"):
            if name == "cold":
                cache.forget()
                os.environ["LONGTABLE_CACHE"] = tempfile.mkdtemp(dir=os.environ["LONGTABLE_CACHE"])
            else:
                draw.table(last, look_of(one.table))
            gc.collect()
            heap.give_back()
            watched, begun = Watched(), time.process_time()
            ordered = order(one, how)

            async def ask(ordered: Order = ordered) -> Order:
                return ordered

            shot = await films.get((how, name), ask)[0]
            seconds = time.process_time() - begun
            memory, pause = watched.ended()
            found[f"{how} {name}"] = {
                "frames": ordered.count,
                "seconds": seconds,
                "bytes": len(shot.data),
                "memory": memory,
                "pause": pause,
            }
    await films.stop()
    return found


def scene(kind: str) -> dict[str, Any]:
    """The figures of a game, from a process of its own."""
    with tempfile.TemporaryDirectory(prefix="longtable-bench-") as folder:
        run = [sys.executable, "-m", "tools.bench_films", "--kind", kind]
        env = {**os.environ, "LONGTABLE_CACHE": folder}
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=env)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def rows() -> Iterator[Row]:
    """The figures for the table of `make bench`."""
    for kind in registry.kinds():
        found = scene(kind)
        what = f"{kind}, {found['laid']} tiles" if found["laid"] else kind
        for how in FORMATS:
            cold, warm = found[f"{how} cold"], found[f"{how} warm"]
            name = f"replay of {what}, {cold['frames']} frames, {how}"
            yield Row(f"{name}, nothing painted", cold["seconds"], "s", must=COLD, scaled=True)
            yield Row(f"{name}, sprites at hand", warm["seconds"], "s", must=WARM, scaled=True)
            yield Row(f"{name}, size", warm["bytes"] / MEGABYTE, "MB", must=LARGEST / MEGABYTE)
            yield Row(f"{name}, memory", max(cold["memory"], warm["memory"]), "MB more", must=MEMORY)
            longest = max(cold["pause"], warm["pause"])
            yield Row(f"{name}, longest pause of the loop", longest, "ms")
            yield Row(f"{name}, playing", sum(lasting(cold["frames"])) / 1000, "s", must=LONGEST / 1000)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_films", description="What a replay takes.")
    parser.add_argument("--kind", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.kind:
        logs.begin("ERROR", "plain", None)
        heap.keep_apart()  # as `bot.main` does
        print(json.dumps(asyncio.run(filmed(given.kind))))
    else:
        show(rows())


if __name__ == "__main__":
    main()
