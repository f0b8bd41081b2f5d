"""Whether the expectations of a thinking machine come true: `python -m tools.promises catan-base`.

At each decision the chosen move and the machine's first idea are evaluated in additional positions, not used for the
choice. The expectation should equal, on average, that of the first idea at the next decision: a lower one shows that
the evaluation prefers moves for how they are evaluated. A gain is real only if later decisions keep it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from ai import Imagine, StrongPlayer, players_by_level
from ai.search import KEY_BYTES, WeighedMove, simulate_moves
from ai.strong import own_expert
from rules.core import Chance, Move, registry

from ..bench.measure import choices_for
from ..common import exit_with_error
from .contests import MATCHES, build_machine, play_contest_game


class Prediction(NamedTuple):
    """One decision. `chance`: chance of winning after the chosen move, `idea`: after the first idea."""

    kind: str  # of the chosen move
    other: bool  # whether it differs from the first idea
    chance: float
    idea: float


class RecordingPlayer(StrongPlayer):
    """Plays like a strong machine and records its expectations in `tries` additional positions."""

    def __init__(self, effort: float, tries: int) -> None:
        super().__init__(players_by_level()["normal"], effort)
        self.tries = tries
        self.promises: list[Prediction] = []

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        expert = own_expert(type(view).__module__)
        assert expert is not None
        if len(legal) == 1:
            return legal[0]
        luck = Chance(bytes(imagine.luck.below(256) for _ in range(KEY_BYTES)))
        apart = Imagine(imagine.game, imagine(), imagine.seat, luck)
        move = self.weigh_candidates(view, legal, imagine, chance)[0].move
        ideas = expert.candidate_moves(view, legal, apart, luck)
        weighed = [WeighedMove(one) for one in dict.fromkeys((move, ideas[0]))]
        for _ in range(self.tries):
            simulate_moves(expert, apart, weighed)
        self.promises.append(Prediction(move.kind, move != ideas[0], weighed[0].chance, weighed[-1].chance))
        return move


class PredictionOutcome(NamedTuple):
    """A prediction and its `change`: by how much the next decision, or the end of the game, differed."""

    promise: Prediction
    change: float


def settle_predictions(promises: Sequence[Prediction], won: float) -> Iterator[PredictionOutcome]:
    """The outcomes of one game's predictions, in order. `won`: the player's share of the victory."""
    later = [*(promise.idea for promise in promises[1:]), won]
    for promise, came in zip(promises, later, strict=True):
        yield PredictionOutcome(promise, came - promise.chance)


def collect_predictions(row: str, tries: int, seed: int) -> list[PredictionOutcome]:
    """Plays the game of a seed and returns the outcomes of its predictions."""
    match = MATCHES[row]
    game = registry.make_game(match.key, choices_for(match.key, match.preset))
    one = RecordingPlayer(match.effort, tries)
    end = play_contest_game(game, match.seats, seed, one, build_machine(match.others, match.effort, match.key))
    return list(settle_predictions(one.promises, end.won))


def prediction_table(games: Sequence[Sequence[PredictionOutcome]]) -> Iterator[str]:
    """The report by kind of move, the most important kinds first."""
    every = [one for game in games for one in game]
    gained = sum(one.promise.chance - one.promise.idea for one in every)
    beyond = f"promised beyond the first ideas: {gained / len(games):.3f} a game"
    yield f"{len(games)} games, {len(every)} decisions; {beyond}"
    yield "move, another than the first idea, times a game, change until the next decision (standard error), a game"
    found: dict[tuple[str, bool], list[float]] = defaultdict(list)
    for one in every:
        found[one.promise.kind, one.promise.other].append(one.change)
        found["all", one.promise.other].append(one.change)
    for (kind, other), changes in sorted(found.items(), key=lambda item: -abs(sum(item[1]))):
        mean, error = fmean(changes), pstdev(changes) / sqrt(len(changes))
        often, sum_ = len(changes) / len(games), sum(changes) / len(games)
        yield f"{kind:<20} {'other' if other else 'same':<6}{often:6.1f} {mean:8.4f} ({error:.4f}) {sum_:8.3f}"


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.promises", description="Do promises of machines come true?")
    parser.add_argument("row", help="of tools.lab.contests")
    parser.add_argument("--games", type=int, default=40, help="how many (40)")
    parser.add_argument("--seed", type=int, default=7001, help="of the first of them (7001)")
    parser.add_argument("--tries", type=int, default=6, help="positions more for each decision (6)")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes (1)")
    given = parser.parse_args(None if arguments is None else list(arguments))
    if given.row not in MATCHES:
        exit_with_error(f"there is no row {given.row}: {', '.join(MATCHES)}")
    seeds = range(given.seed, given.seed + given.games)
    with ProcessPoolExecutor(given.jobs) as pool:
        games = list(pool.map(partial(collect_predictions, given.row, given.tries), seeds))
    print("\n".join(prediction_table(games)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
