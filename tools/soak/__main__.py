"""Random games under all conformance checks: `python -m tools.soak --seconds-each 600 --seed 1`.

Covers every game with combinations of its modules, the options of its presets and all numbers of seats. With few
modules every subset is played; with many, none, each one, each pair, all and the presets; with both also random
mixtures with random options. Each combination gets at most the given seconds (60): half for games checked at every
position (200 at most), half for games checked at every twentieth (1,000 at most). `--games N` instead spreads N games
over all combinations: each is recounted at every position, and one in fifty is fully checked at every position. Exit
status: 1, with the failing record on standard output, or 0.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, cycle, islice
from typing import Any

from rules.core import Chance, Choices, Game, GameType, RulesError, registry
from rules.core.conformance import Nonconformity, check_conformance, random_choices
from tools.sizes import SECONDS_EACH, SOAK_GAMES

FEW = 5  # up to so many modules every subset is played
MIXTURES = 200  # random mixtures per game with more modules
MIXTURES_OF_FEW = 40
PASSES = ((1, 200), (20, 1000))  # check every n-th position, in at most so many games
WHOLE = 50  # one in so many of the recounted games is fully checked


def list_combinations(only: str | None = None, seed: int = 1, mixtures: int = MIXTURES) -> Iterator[Game[Any]]:
    """Every game with its combinations of modules and options."""
    for kind in registry.game_types().values():
        if only not in (None, kind.key):
            continue
        seen: set[Choices] = set()
        for choices in _draw_choices(kind, seed, mixtures):
            try:
                tidy = kind.normalize_choices(choices)
                game = registry.make_game(kind.key, tidy)
            except RulesError:
                continue
            if tidy not in seen:
                seen.add(tidy)
                yield game


def _draw_choices(kind: GameType, seed: int, mixtures: int) -> Iterator[Choices]:
    """The choices to try, including invalid ones."""
    if len(kind.modules) <= FEW:
        sets = [m for n in range(len(kind.modules) + 1) for m in combinations(kind.modules, n)]
        for options in dict.fromkeys([(), *(preset.options for preset in kind.presets.values())]):
            yield from (Choices(modules, options) for modules in sets)
        mixtures = min(mixtures, MIXTURES_OF_FEW) if kind.options else 0
    else:
        yield Choices()
        yield from kind.presets.values()
        for n in (1, 2, len(kind.modules)):
            yield from (Choices(modules) for modules in combinations(kind.modules, n))
    luck = Chance(f"soak {seed}".encode())
    yield from (random_choices(kind, luck) for _ in range(mixtures))


def player_counts(game: Game[Any]) -> Sequence[int]:
    """The possible numbers of seats."""
    return registry.game_types()[game.key].allowed_player_counts(game.choices)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description="Many random games under all checks.")
    parser.add_argument("--seconds-each", type=float, help=f"seconds for each combination and seats ({SECONDS_EACH})")
    parser.add_argument("--games", type=int, help="so many games altogether, however long they take")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many of the games at a time (1)")
    parser.add_argument("--game", choices=list(registry.game_types()), help="one game only")
    given = parser.parse_args(arguments)
    try:
        games = given.games if given.games is not None or given.seconds_each is not None else SOAK_GAMES
        if games is not None:
            _soak_number_of_games(games, given.seed, given.game, given.jobs)
        else:
            _soak_for_seconds(given.seconds_each or SECONDS_EACH, given.seed, given.game)
    except Nonconformity as failure:
        print(failure.record)
        print(f"# {failure.point}")
        return 1
    return 0


def _soak_for_seconds(seconds: float, seed: int, only: str | None) -> None:
    for game in list_combinations(only, seed):
        for seats in player_counts(game):
            told = ", ".join(_soak_one_game(game, seats, seed, seconds / len(PASSES)))
            print(f"{game.key} {game.choices}, {seats} seats: {told}", flush=True)


def _soak_one_game(game: Game[Any], seats: int, seed: int, seconds: float) -> Iterator[str]:
    for every, most in PASSES:
        until = time.monotonic() + seconds
        games = 0
        while games < most and time.monotonic() < until:
            check_conformance(game, seats, seed + games, every=every, clock=time.thread_time)
            games += 1
        yield f"{games} games checked every {every} moves" if every > 1 else f"{games} games checked at every position"


@dataclass(frozen=True, slots=True)
class SoakJob:
    """A game to be played, as another process can be told of it."""

    key: str
    choices: Choices
    seats: int
    seed: int
    every: int

    def done(self) -> int | tuple[str, str]:
        """How many moves it had, or the point that fails and the record."""
        game = registry.make_game(self.key, self.choices)
        try:
            record = check_conformance(game, self.seats, self.seed, every=self.every, audited=1, clock=time.thread_time)
        except Nonconformity as failure:
            return failure.point, failure.record
        return len(record.lines)


def _soak_number_of_games(games: int, seed: int, only: str | None, jobs: int) -> None:
    told: Counter[tuple[str, int]] = Counter()
    moves: Counter[tuple[str, int]] = Counter()
    luck = Chance(f"whole {seed}".encode())
    todo = [
        SoakJob(game.key, game.choices, seats, seed + number, PASSES[1][0] if luck.below(WHOLE) else PASSES[0][0])
        for number, (game, seats) in enumerate(islice(mix_games(seed, only), games))
    ]
    for number, (job, found) in enumerate(zip(todo, _done(todo, jobs), strict=True), 1):
        if isinstance(found, tuple):
            raise Nonconformity(*found)
        told[job.key, job.seats] += 1
        moves[job.key, job.seats] += found
        if number % 100 == 0:
            print(f"{number} of {games} games", flush=True)
    for (key, seats), n in sorted(told.items()):
        print(f"{key}, {seats} seats: {n} games, {moves[key, seats]} moves")


def _done(todo: Sequence[SoakJob], jobs: int) -> Iterator[int | tuple[str, str]]:
    """What came of them, in their order."""
    if jobs == 1:
        yield from map(SoakJob.done, todo)
        return
    # Not "spawn": its processes cannot import a package that runs as `__main__`.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        try:
            yield from pool.map(SoakJob.done, todo)
        finally:
            pool.shutdown(cancel_futures=True)


def mix_games(seed: int, only: str | None) -> Iterator[tuple[Game[Any], int]]:
    """Endless pairs of game and seats: all games and numbers in turn, combinations in random order."""
    found: dict[tuple[str, int], list[Game[Any]]] = {}
    for game in list_combinations(only, seed):
        for seats in player_counts(game):
            found.setdefault((game.key, seats), []).append(game)
    luck = Chance(f"order {seed}".encode())
    for games in found.values():
        luck.shuffle(games)
    rounds = {place: cycle(games) for place, games in found.items()}
    while rounds:
        yield from ((next(rounds[place]), place[1]) for place in sorted(rounds))


if __name__ == "__main__":
    raise SystemExit(main())
