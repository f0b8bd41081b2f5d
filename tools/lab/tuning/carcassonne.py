"""Fits the value of positions of Carcassonne to games of the normal player against itself.

Weighted least squares, kept near a first guess, predict each seat's future gain on the others; then the effect of a
lead on the chance of winning is fitted to the winners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai import Imagine, moves_to_consider
from ai.carcassonne import PLAYER, chances
from ai.carcassonne.odds import Odds
from ai.carcassonne.situation import FREE, Situation
from ai.carcassonne.terms import TERMS, term_names, term_rows
from ai.search import final_chances
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import LayTile
from rules.core import Game, play, registry, start_game
from rules.core.conformance import start_trial

from ...bench.measure import choices_for

FILE: Final = Path(chances.__file__).with_name("weights.py")
TABLES: Final = (("", 2), ("", 2), ("", 2), ("", 4), ("", 2), ("", 3))  # preset and seats, in turn
STRAYS: Final = 0.15  # share of tiles laid by a random half of the moves, for unusual positions
HELD_BACK: Final = 5  # one game in so many is kept for testing
LATE: Final = (0.0, 0.5, 1.0, 1.0)  # by knot: terms that are worth nothing at the end
GUESS: Final = {
    "now": 1.0,
    "city 1": 0.9,
    "city 2": 0.7,
    "city 3": 0.5,
    "road 1": 0.3,
    "road 2": 0.3,
    "monastery": 1.0,
    "field": 1.0,
    "meadow": 0.5,
}
MEN: Final = {"knight 1": 1.5, "knight 2": 0.8, "thief 1": 1.5, "thief 2": 0.8, "monk": 1.0}
SPREADS: Final = [(a / 2, b / 4) for a in range(1, 9) for b in range(2, 13)]
SUPPLY: Final = 0.5  # share of the normal player's value of a follower in the supply
HEAD: Final = '''"""The weights of `chances`, as `python -m tools.tune carcassonne` found them: it writes this file."""

from __future__ import annotations

from typing import Final

# What it told:'''

Table = NDArray[np.float64]


class Shape(NamedTuple):
    """What is fitted.

    `knots`: turns left, with weights interpolated between them. `firm`: penalty for leaving the first guess, by knot.
    `lead`: assumed spread of the final points: a constant, and a factor of the square root of the turns left.
    """

    names: Sequence[str]
    knots: tuple[float, ...]
    firm: tuple[float, ...]
    lead: tuple[float, float]


SHAPE: Final = Shape(TERMS, (0.0, 4.0, 14.0, 36.0), (30.0, 30.0, 30.0, 300.0), (6, 12))  # many turns are rare


class Sample(NamedTuple):
    """A position as differences from the mean of all seats: terms, points, final points; and the winners."""

    game: int
    turns: float
    rows: Table
    points: Table
    final: Table
    won: Table


class WatchedGame(NamedTuple):
    """One game.

    `words`: names of the terms; `found`: before each tile, turns left, a row of terms per seat, points; `final`: final
    points; `won`: shares of the victory.
    """

    words: Sequence[str]
    found: list[tuple[float, list[list[float]], tuple[int, ...]]]
    final: tuple[int, ...]
    won: Sequence[float]


def watch_game(game: Game[Any], seats: int, seed: int) -> WatchedGame:
    run = start_trial(game, seats, seed)
    s: CarcassonneState = start_game(game, seats, run.key).state
    found = []
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = moves_to_consider(game, s, seat, run.player_chance)
        if isinstance(s.agenda[-1], LayTile):
            odds = Odds(s)
            found.append((odds.turns_left, term_rows(Situation(s, odds, {})), tuple(s.scores)))
            if run.player_chance.below(1000) < 1000 * STRAYS:
                legal = [move for move in legal if run.player_chance.below(2)] or legal
        s = play(
            game, s, seat, PLAYER.choose(None, legal, Imagine(game, s, seat, run.player_chance), run.player_chance)
        ).state
    return WatchedGame(term_names(s.hooks), found, tuple(s.scores), final_chances(game.winners(s), seats))


def sample_game(seed: int) -> list[Sample]:
    """The positions of one game."""
    preset, seats = TABLES[seed % len(TABLES)]
    seen = watch_game(registry.make_game("carcassonne", choices_for("carcassonne", preset)), seats, seed)
    won, final = np.array(seen.won), subtract_mean(np.array(seen.final, dtype=float))
    samples = []
    for turns, rows, points in seen.found:
        table = np.array(rows)
        known = np.array(points) + table[:, len(TERMS) :].sum(axis=1)  # terms of modules are not fitted here
        samples.append(Sample(seed, turns, subtract_mean(table[:, : len(TERMS)]), subtract_mean(known), final, won))
    return samples


def subtract_mean(table: Table) -> Table:
    """Each seat's distance from the mean."""
    return np.asarray(table - table.mean(axis=0))


def sample_games(
    number: int, seed: int, jobs: int, each: Callable[[int], list[Sample]] = sample_game
) -> Iterator[Sample]:
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(each, range(seed, seed + number)):
            yield from found


def knot_weights(turns: float, shape: Shape) -> Table:
    """The interpolation weight of each knot."""
    knots = shape.knots
    turns = min(max(turns, knots[0]), knots[-1])
    return np.array([np.interp(turns, knots, np.eye(len(knots))[i]) for i in range(len(knots))])


def first_guess(shape: Shape) -> Table:
    """The first guess, by term and knot; terms of modules are 1."""
    late = np.array([*LATE, *[1.0] * len(shape.knots)][: len(shape.knots)])
    found = np.ones((len(shape.names), len(shape.knots)))
    found[: len(TERMS)] = 0.0
    for name, value in GUESS.items():
        found[TERMS.index(name)] = value
    for name, value in MEN.items():
        found[TERMS.index(name)] = value * late
    for at, name in enumerate(name for name in TERMS if name.startswith("free ")):
        found[TERMS.index(name)] = SUPPLY * FREE[at] * late
    return found


def fit_knot_weights(samples: Sequence[Sample], shape: Shape) -> Table:
    """The weights, by term and knot."""
    first = first_guess(shape)
    size = first.size
    a, b = np.diag(np.tile(shape.firm, len(shape.names))), np.zeros(size)
    for sample in samples:
        x = (sample.rows[:, :, None] * knot_weights(sample.turns, shape)).reshape(len(sample.rows), size)
        sure = (10 / (shape.lead[0] + shape.lead[1] * np.sqrt(sample.turns))) ** 2  # later positions are more certain
        a += sure * x.T @ x
        b += sure * x.T @ (sample.final - sample.points - x @ first.ravel())
    return np.asarray(first + np.linalg.solve(a, b).reshape(first.shape))


def position_worth(sample: Sample, w: Table, shape: Shape) -> Table:
    return np.asarray(sample.points + sample.rows @ w @ knot_weights(sample.turns, shape))


def chances_of_worths(worths: Sequence[Table], samples: Sequence[Sample], spread: tuple[float, float]) -> list[Table]:
    return [
        np.array(chances.chances_from_points(list(value), sample.turns, spread))
        for value, sample in zip(worths, samples, strict=True)
    ]


def mean_log_loss(p: Sequence[Table], samples: Sequence[Sample]) -> float:
    """The mean logarithmic loss per position."""
    each = [-(sample.won * np.log(np.maximum(q, 1e-9))).sum() for q, sample in zip(p, samples, strict=True)]
    return float(np.mean(each))


def fit_spread(
    worths: Sequence[Table], samples: Sequence[Sample], tried: Iterable[tuple[float, float]] = SPREADS
) -> tuple[float, float]:
    """The spread with the smallest logarithmic loss."""
    worths, few = worths[::3], samples[::3]
    return min(tried, key=lambda spread: mean_log_loss(chances_of_worths(worths, few, spread), few))


def tally_by_tenth(p: Sequence[Table], samples: Sequence[Sample]) -> list[tuple[int, float, float]]:
    """For each tenth of the chances: number of estimates, mean estimate in percent, percent won."""
    said, came = np.concatenate(p), np.concatenate([sample.won for sample in samples])
    found = []
    for low in range(10):
        here = (said >= low / 10) & (said < (low + 1) / 10 + (low == 9))
        n = int(here.sum())
        found.append((n, float(100 * said[here].mean()) if n else 0.0, float(100 * came[here].mean()) if n else 0.0))
    return found


def main(number: int, seed: int, jobs: int) -> None:
    """Plays, fits, prints, and writes the weights."""
    samples = list(sample_games(number, seed, jobs))
    learnt = [sample for sample in samples if sample.game % HELD_BACK]
    held = [sample for sample in samples if not sample.game % HELD_BACK]
    w = fit_knot_weights(learnt, SHAPE)
    spread = fit_spread([position_worth(sample, w, SHAPE) for sample in learnt], learnt)
    p = chances_of_worths([position_worth(sample, w, SHAPE) for sample in held], held, spread)
    told = [f"{number} games from seed {seed}, {len(samples)} positions; log-loss of the games held back:"]
    told += fit_report_lines(p, held)
    FILE.write_text(format_weights_file(HEAD, told, w, SHAPE, spread), encoding="utf-8")
    print("\n".join(told))


def fit_report_lines(p: Sequence[Table], samples: Sequence[Sample]) -> Iterator[str]:
    """Quality of the chances, by number of seats and by tenths."""
    for seats in sorted({len(sample.won) for sample in samples}):
        mine = [(q, sample) for q, sample in zip(p, samples, strict=True) if len(q) == seats]
        yield f"{seats} seats: {mean_log_loss(*zip(*mine, strict=True)):.4f}, of equal chances {np.log(seats):.4f}"
    yield "called, said %, won %:"
    for low, (n, said, came) in enumerate(tally_by_tenth(p, samples)):
        yield f"{10 * low:>3} to {10 * low + 10:<3} {n:>7} {said:5.1f} {came:5.1f}"


def format_weights_file(head: str, told: Sequence[str], w: Table, shape: Shape, spread: tuple[float, float]) -> str:
    """The Python file with the weights."""
    lines = [head, *(f"#   {line}".rstrip() for line in told), ""]
    lines += [f"KNOTS: Final = {shape.knots}  # turns left of each player"]
    lines += [f"SPREAD: Final = {spread}  # of the points at the end: this, and this for the root of the turns left"]
    lines += ["WEIGHTS: Final = {"]
    lines += [f'    "{name}": ({format_numbers(w[i])}),' for i, name in enumerate(shape.names[: len(w)])]
    return "\n".join([*lines, "}"]) + "\n"


def format_numbers(each: Table) -> str:
    return ", ".join(f"{value:.2f}" for value in each)
