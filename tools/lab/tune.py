"""Fits weights of the machines to games: `python -m tools.tune citadels --games 4000 --seed 1`.

Each game's module in `tools/lab/tuning/` writes the weights into the file that the machine reads.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pkgutil import iter_modules

from . import tuning


def main(arguments: list[str] | None = None) -> int:
    games = sorted(info.name for info in iter_modules(tuning.__path__))
    parser = argparse.ArgumentParser(prog="python -m tools.tune", description="Weights of the machines, from games.")
    parser.add_argument("game", choices=games)
    parser.add_argument("--games", type=int, default=4000, help="how many are played (4000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first of them (1)")
    parser.add_argument("--only", help="what alone is learnt (catan: base, or the key of a module)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    given = parser.parse_args(arguments)
    only = {"only": given.only} if given.only else {}
    import_module(f"{tuning.__name__}.{given.game}").main(given.games, given.seed, given.jobs, **only)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
