"""Measures the normal player's constants by regression over games with random factors.

`python -m tools.lab.tuning.catan_tastes --games 4000 --jobs 2` plays the base game with four seats; each multiplies
each constant by its own random factor. The result is, per constant, by how many percentage points a seat wins more
often if the constant is e times as large, with its standard error. All games in `.cache/tuning/catan-tastes.tsv` are
used; after a change of the constants use a new file (`--file`).
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from ai import Imagine, Player, moves_to_consider, players_by_level
from rules.core import Phrase, play, registry, start_game
from rules.core.conformance import start_trial

from ..contests import answer_invitations

SEATS: Final = 4
SPREAD: Final = 0.6  # standard deviation of the factors' logarithms
KEPT: Final = Path(".cache/tuning/catan-tastes.tsv")
# Module of `ai.catan` -> constants. A sequence has one factor per number, named `NAME.index`.
CONSTANTS: Final[Mapping[str, tuple[str, ...]]] = {
    "building": ("RACE", "LENGTH", "TAKEN", "HOLD"),
    "developments": ("OTHERS", "KEPT", "SAFE"),
    "hand": ("PATIENCE", "WAITING", "RANKED.1", "RANKED.2", "LOOSE", "TRADED", "BY_TRADE", "SPEED", "LOST"),
    "robber": ("STAYS", "THEFT", "OWN"),
    "setup": ("ANY_HARBOUR", "DIRECTION"),
    "situation": ("PLAIN.0", "PLAIN.1", "PLAIN.2", "PLAIN.3", "PLAIN.4", "GAME", "A_CARD"),
    "trading": ("FEE", "HELP", "FIRM", "WORTH_IT", "WISH"),
}
NAMES: Final = tuple(f"{module}.{name}" for module, names in CONSTANTS.items() for name in names)


class TasteConstants:
    """The constants of the modules, which can be multiplied."""

    def __init__(self) -> None:
        self.modules = {name: importlib.import_module(f"ai.catan.{name}") for name in CONSTANTS}
        self.plain = {
            name: {each.partition(".")[0]: getattr(self.modules[name], each.partition(".")[0]) for each in names}
            for name, names in CONSTANTS.items()
        }

    def put_on(self, factors: Mapping[str, float]) -> None:
        """Sets each constant to its original value times its factor."""
        for module, names in CONSTANTS.items():
            values = dict(self.plain[module])
            for name in names:
                base, _, index = name.partition(".")
                factor = factors.get(f"{module}.{name}", 1.0)
                if index:
                    numbers = list(values[base])
                    numbers[int(index)] *= factor
                    values[base] = tuple(numbers)
                else:
                    values[base] *= factor
            for name, value in values.items():
                setattr(self.modules[module], name, value)


class TastePlayer(Player):
    """The normal player with multiplied constants."""

    def __init__(self, tastes: TasteConstants, factors: Mapping[str, float]) -> None:
        self.tastes, self.factors, self.plain = tastes, factors, players_by_level()["normal"]

    def choose(self, *given: Any) -> Any:
        self.tastes.put_on(self.factors)
        return self.plain.choose(*given)

    def answer(self, *given: Any) -> Any:
        self.tastes.put_on(self.factors)
        return self.plain.answer(*given)


def draw_factors(seed: int) -> list[dict[str, float]]:
    """The factors of each seat in the game of a seed."""
    random = Random(seed)
    return [{name: exp(random.gauss(0, SPREAD)) for name in NAMES} for _ in range(SEATS)]


def play_tasted_game(seed: int, preset: str, factors: list[dict[str, float]]) -> list[float]:
    """Each seat's share of the victory."""
    tastes = TasteConstants()
    game = registry.make_game("catan", registry.game_types()["catan"].presets[preset])
    run = start_trial(game, SEATS, seed)
    seated = [TastePlayer(tastes, one) for one in factors]
    told: dict[int, Phrase] = {}
    s = start_game(game, SEATS, run.key).state
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = moves_to_consider(game, s, seat, run.player_chance)
        move = seated[seat].choose(
            game.view(s, seat), legal, Imagine(game, s, seat, run.player_chance), run.player_chance
        )
        s = answer_invitations(game, play(game, s, seat, move).state, run.player_chance, seated, told)
    tastes.put_on({})
    won = game.winners(s)
    return [(seat in won) / max(1, len(won)) for seat in range(SEATS)]


def _play_seed(preset: str, seed: int) -> tuple[int, list[float]]:
    return seed, play_tasted_game(seed, preset, draw_factors(seed))


def load_or_play_games(file: Path, preset: str, first: int, count: int, jobs: int) -> Iterator[tuple[int, list[float]]]:
    """All games of the file, after playing the missing ones."""
    known: dict[int, list[float]] = {}
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            first_cell, *cells = line.split("\t")
            known[int(first_cell)] = [float(cell) for cell in cells]
    missing = [seed for seed in range(first, first + count) if seed not in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for seed, won in pool.map(partial(_play_seed, preset), missing, chunksize=8):
            known[seed] = won
            out.write("\t".join([str(seed), *(f"{one:g}" for one in won)]) + "\n")
            out.flush()
    yield from known.items()


def regress_factors(played: list[tuple[int, list[float]]]) -> list[tuple[str, float, float]]:
    """Constant, percentage points per factor e, standard error; each seat is compared with its table's mean."""
    rows, gains = [], []
    for seed, won in played:
        logs = np.log([[one[name] for name in NAMES] for one in draw_factors(seed)])
        rows.append(logs - logs.mean(axis=0))
        gains.append(np.array(won) - np.mean(won))
    x, y = np.concatenate(rows), np.concatenate(gains)
    inverse = np.linalg.inv(x.T @ x)
    found = inverse @ x.T @ y
    error = np.sqrt(np.diag(inverse) * np.mean((y - x @ found) ** 2))
    return [(name, 100 * float(slope), 100 * float(e)) for name, slope, e in zip(NAMES, found, error, strict=True)]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.lab.tuning.catan_tastes", description="Which tastes win.")
    parser.add_argument("--games", type=int, default=0, help="how many, from the first seed on, if not played yet")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preset", default="base")
    parser.add_argument("--file", type=Path, default=KEPT)
    given = parser.parse_args(arguments)
    played = list(load_or_play_games(given.file, given.preset, given.seed, given.games, given.jobs))
    print(f"{len(played)} games")
    if len(played) > len(NAMES):
        for name, slope, error in sorted(regress_factors(played), key=lambda row: -abs(row[1] / row[2])):
            print(f"{name:24} {slope:+6.1f} ± {error:.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
