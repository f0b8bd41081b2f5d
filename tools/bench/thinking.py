"""Time and memory of thinking ahead, in the worker process of the bot: `python -m tools.bench_thinking`.

Games of each type, with and without all modules, are played at random. At some positions the worker thinks for the
mover with the usual number of simulations. Memory is that of the worker after all positions.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from ai.questions import Question
from ai.strong import own_expert
from rules.core import Chance, play, registry, start_game
from rules.core.saving import to_text
from service.machines.search_process import MAX_MEGABYTES, WorkerProcess

from .measure import EVERYTHING, Row, choices_for, print_rows

KEY: Final = bytes(range(32))
LUCK: Final = "5a" * 32
NEVER: Final = 3600.0  # seconds, so that no request times out
AT: Final = (4, 20, 40, 80)  # moves played before each position


@dataclass(frozen=True, slots=True)
class Case:
    key: str
    preset: str
    seats: int


CASES: Final = tuple(
    Case(key, preset, seats)
    for key, seats in (("carcassonne", 3), ("catan", 4), ("citadels", 4))
    for preset in ("", EVERYTHING)
)


def thinking_questions(case: Case, effort: float, at: Sequence[int] = AT) -> Iterator[Question]:
    """The positions of one game; none if its machine does not think ahead."""
    chosen = choices_for(case.key, case.preset)
    game, luck = registry.make_game(case.key, chosen), Chance(KEY)
    if own_expert(game.state.__module__) is None:
        return
    s = start_game(game, case.seats, KEY).state
    for number in range(1, max(at) + 1):
        if game.over(s):
            return
        seat = min(game.waiting(s))
        if number in at:
            yield Question(case.key, chosen, to_text(s), seat, LUCK, effort)
        legal = list(game.legal(s, seat))
        s = play(game, s, seat, legal[luck.below(len(legal))]).state


async def measure_cases(cases: Sequence[Case], effort: float) -> list[Row]:
    found, thinker = [], WorkerProcess(wild=NEVER, idle=NEVER, most=NEVER)
    try:
        for case in cases:
            took = []
            for question in thinking_questions(case, effort):
                begun = perf_counter()
                await thinker.think(question)
                took.append(perf_counter() - begun)
            if took:
                name = f"{case.key} {case.preset}".strip()
                found.append(Row(f"{name}: a thought, on average", sum(took) / len(took), "s"))
        found.append(Row("memory of the process that thinks", thinker.used_megabytes, "MB", must=MAX_MEGABYTES))
    finally:
        await thinker.close()
    return found


def measure_thinking(cases: Sequence[Case] = CASES, effort: float = 1.0) -> Iterator[Row]:
    """Rows for `make bench`."""
    yield from asyncio.run(measure_cases(cases, effort))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench_thinking", description="What thinking ahead takes.")
    parser.add_argument("--percent", type=int, default=100, help="of the usual simulations (%(default)s)")
    print_rows(measure_thinking(effort=parser.parse_args().percent / 100))


if __name__ == "__main__":
    main()
