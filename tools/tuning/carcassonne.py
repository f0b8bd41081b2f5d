"""What a position of Carcassonne is worth: games of the sensible player against itself, and the weights that tell best
by how much each seat was to gain on the others (weighted least squares, held near a first guess); then how far a lead
carries, from who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai import Imagine, offered
from ai.carcassonne import PLAYER, chances
from ai.carcassonne.odds import Odds
from ai.carcassonne.situation import FREE, Situation
from ai.carcassonne.terms import TERMS, terms
from ai.search import shared
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.turn import LayTile
from rules.core import play, registry, start
from rules.core.testing import trial

from ..benching import choices

FILE: Final = Path(chances.__file__).with_name("weights.py")
TABLES: Final = (("", 2), ("", 2), ("", 2), ("", 4), ("", 2), ("", 3))  # preset and seats, in turn
STRAYS: Final = 0.15  # of the tiles lie where half of the ways allow: more is seen than its own habits
KNOTS: Final = (0.0, 4.0, 14.0, 36.0)  # turns left: between them the weights go straight
FIRM: Final = (
    30.0,
    30.0,
    30.0,
    300.0,
)  # how much it costs to leave the first guess, by knot: few games begin with much
HELD_BACK: Final = 5  # of so many games one is not learnt from
LATE: Final = (0.0, 0.5, 1.0, 1.0)  # what is worth nothing in the end
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
SUPPLY: Final = 0.5  # of what the sensible player thinks of a follower in the supply
HEAD: Final = '''"""The weights of `chances`, as `python -m tools.tune carcassonne` found them: it writes this file."""

from __future__ import annotations

from typing import Final

# What it told:'''

Table = NDArray[np.float64]


class Sample(NamedTuple):
    """A position, told as differences from the mean of the seats: terms, points, points at the end, and who won."""

    game: int
    turns: float
    rows: Table
    points: Table
    final: Table
    won: Table


def played(seed: int) -> list[Sample]:
    """The positions of one game, before each tile is laid."""
    preset, seats = TABLES[seed % len(TABLES)]
    game = registry.game("carcassonne", choices("carcassonne", preset))
    run = trial(game, seats, seed)
    s: CarcassonneState = start(game, seats, run.key).state
    found: list[tuple[float, list[list[float]], tuple[int, ...]]] = []
    while not game.over(s):
        seat = min(game.waiting(s))
        legal = offered(game, s, seat, run.luck)
        if isinstance(s.agenda[-1], LayTile):
            odds = Odds(s)
            found.append((odds.turns, terms(Situation(s, odds, {})), tuple(s.scores)))
            if run.luck.below(1000) < 1000 * STRAYS:
                legal = [move for move in legal if run.luck.below(2)] or legal
        s = play(game, s, seat, PLAYER.choose(None, legal, Imagine(game, s, seat, run.luck), run.luck)).state
    won = np.array(shared(game.winners(s), seats))
    final = apart(np.array(s.scores, dtype=float))
    samples = []
    for turns, rows, points in found:
        table = np.array(rows)
        known = np.array(points) + table[:, len(TERMS) :].sum(axis=1)  # what modules say stands as it is
        samples.append(Sample(seed, turns, apart(table[:, : len(TERMS)]), apart(known), final, won))
    return samples


def apart(table: Table) -> Table:
    """How far each seat is from the mean."""
    return np.asarray(table - table.mean(axis=0))


def games(number: int, seed: int, jobs: int) -> Iterator[Sample]:
    seeds = range(seed, seed + number)
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(played, seeds):
            yield from found


def stages(turns: float) -> Table:
    """How much the weights of each knot count."""
    turns = min(max(turns, KNOTS[0]), KNOTS[-1])
    return np.array([np.interp(turns, KNOTS, np.eye(len(KNOTS))[i]) for i in range(len(KNOTS))])


def guess() -> Table:
    found = np.zeros((len(TERMS), len(KNOTS)))
    for name, value in GUESS.items():
        found[TERMS.index(name)] = value
    for name, value in MEN.items():
        found[TERMS.index(name)] = value * np.array(LATE)
    for at, name in enumerate(name for name in TERMS if name.startswith("free ")):
        found[TERMS.index(name)] = SUPPLY * FREE[at] * np.array(LATE)
    return found


def fitted(samples: Sequence[Sample]) -> Table:
    """The weights, by term and knot."""
    first = guess()
    size = first.size
    a, b = np.diag(np.tile(FIRM, len(TERMS))), np.zeros(size)
    for sample in samples:
        x = (sample.rows[:, :, None] * stages(sample.turns)).reshape(len(sample.rows), size)
        sure = (10 / (6 + 12 * np.sqrt(sample.turns))) ** 2  # the later the surer
        a += sure * x.T @ x
        b += sure * x.T @ (sample.final - sample.points - x @ first.ravel())
    return np.asarray(first + np.linalg.solve(a, b).reshape(first.shape))


def worth(sample: Sample, w: Table) -> Table:
    return np.asarray(sample.points + sample.rows @ w @ stages(sample.turns))


def called(worths: Sequence[Table], samples: Sequence[Sample], spread: tuple[float, float]) -> list[Table]:
    """The chances."""
    return [
        np.array(chances.winning(list(value), sample.turns, spread))
        for value, sample in zip(worths, samples, strict=True)
    ]


def loss(p: Sequence[Table], samples: Sequence[Sample]) -> float:
    """Mean logarithmic loss of a position."""
    each = [-(sample.won * np.log(np.maximum(q, 1e-9))).sum() for q, sample in zip(p, samples, strict=True)]
    return float(np.mean(each))


def carried(w: Table, samples: Sequence[Sample]) -> tuple[float, float]:
    """The spread with which the chances tell best who won."""
    few = samples[::3]
    worths = [worth(sample, w) for sample in few]
    tried = [(a / 2, b / 4) for a in range(1, 9) for b in range(2, 13)]
    return min(tried, key=lambda spread: loss(called(worths, few, spread), few))


def tenths(p: Sequence[Table], samples: Sequence[Sample]) -> list[tuple[int, float, float]]:
    """For each tenth of the chances: how many seats were called so, percent said, percent won."""
    said, came = np.concatenate(p), np.concatenate([sample.won for sample in samples])
    found = []
    for low in range(10):
        here = (said >= low / 10) & (said < (low + 1) / 10 + (low == 9))
        n = int(here.sum())
        found.append((n, float(100 * said[here].mean()) if n else 0.0, float(100 * came[here].mean()) if n else 0.0))
    return found


def main(number: int, seed: int, jobs: int) -> None:
    """Play, fit, tell, and write the weights down."""
    samples = list(games(number, seed, jobs))
    learnt = [sample for sample in samples if sample.game % HELD_BACK]
    held = [sample for sample in samples if not sample.game % HELD_BACK]
    w = fitted(learnt)
    spread = carried(w, learnt)
    p = called([worth(sample, w) for sample in held], held, spread)
    told = [f"{number} games from seed {seed}, {len(samples)} positions; log-loss of the games held back:"]
    for seats in sorted({len(sample.won) for sample in held}):
        mine = [(q, sample) for q, sample in zip(p, held, strict=True) if len(q) == seats]
        told.append(f"{seats} seats: {loss(*zip(*mine, strict=True)):.4f}, of equal chances {np.log(seats):.4f}")
    told.append("called, said %, won %:")
    for low, (n, said, came) in enumerate(tenths(p, held)):
        told.append(f"{10 * low:>3} to {10 * low + 10:<3} {n:>7} {said:5.1f} {came:5.1f}")
    lines = [HEAD, *(f"#   {line}".rstrip() for line in told), ""]
    lines += [f"KNOTS: Final = {KNOTS}  # turns left of each player"]
    lines += [f"SPREAD: Final = {spread}  # of the points at the end: this, and this for the root of the turns left"]
    lines += ["WEIGHTS: Final = {"]
    lines += [f'    "{name}": ({", ".join(f"{v:.2f}" for v in w[i])}),' for i, name in enumerate(TERMS)]
    FILE.write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")
    print("\n".join(told))
