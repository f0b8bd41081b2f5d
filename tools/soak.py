"""Many random games under all conformance points: `python -m tools.soak --seconds-each 600 --seed 1`.

Goes through every game, all combinations of modules, the options of the presets and all numbers of seats. Each of them
gets at most the given seconds: half for games checked at every position (200 at most), half for games checked at every
twentieth (1,000 at most). Exit status 0, or 1 with the failing record on standard output.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rules.core import Choices, Game, RulesError, registry
from rules.core.testing import Nonconformity, conform


def combos(only: str | None = None) -> Iterator[Game[Any]]:
    """Every game with every combination of modules, and the presets that differ from these by an option."""
    for kind in registry.kinds().values():
        if only not in (None, kind.key):
            continue
        seen: set[Choices] = set()
        sets = [m for n in range(len(kind.modules) + 1) for m in combinations(kind.modules, n)]
        wholes = [c.options for c in kind.presets.values()]
        for options in dict.fromkeys([(), *wholes]):
            for modules in sets:
                try:
                    choices = kind.checked(Choices(modules, options))
                    game = registry.game(kind.key, choices)
                except RulesError:
                    continue
                if choices not in seen:
                    seen.add(choices)
                    yield game


PASSES = ((1, 200), (20, 1000))  # check every n-th position, in at most so many games


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description="Many random games under all checks.")
    parser.add_argument("--seconds-each", type=float, default=60, help="seconds for each combination and seats (60)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--game", choices=list(registry.kinds()), help="one game only")
    given = parser.parse_args(arguments)
    try:
        for game in combos(given.game):
            for seats in game.seats:
                told = ", ".join(_games(game, seats, given.seed, given.seconds_each / len(PASSES)))
                print(f"{game.key} {game.choices}, {seats} seats: {told}", flush=True)
    except Nonconformity as failure:
        print(failure.record)
        print(f"# {failure.point}")
        return 1
    return 0


def _games(game: Game[Any], seats: int, seed: int, seconds: float) -> Iterator[str]:
    for every, most in PASSES:
        until = time.monotonic() + seconds
        games = 0
        while games < most and time.monotonic() < until:
            conform(game, seats, seed + games, every=every)
            games += 1
        yield f"{games} games checked every {every} moves" if every > 1 else f"{games} games checked at every position"


if __name__ == "__main__":
    raise SystemExit(main())
