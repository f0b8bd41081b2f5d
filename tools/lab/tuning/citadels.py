"""Fits the chances of winning at Citadels to games of the normal player against itself (conditional logit, Newton)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.citadels import chances, rollout
from ai.search import final_chances
from rules.citadels.state import CitadelsState
from rules.core import registry, start_game
from rules.core.conformance import start_trial

from ...bench.measure import choices_for

FILE: Final = Path(chances.__file__).with_name("weights.py")
TABLES: Final = (  # preset and seats, in turn; the most frequent ones twice
    ("", 4),
    ("", 7),
    ("everything", 4),
    ("random", 5),
    ("", 4),
    ("random", 7),
    ("", 3),
    ("", 2),
    ("classic", 4),
    ("dark_city", 6),
    ("", 7),
    ("", 5),
    ("random", 4),
    ("everything", 8),
    ("", 6),
    ("random", 3),
)
HEAD: Final = '''"""The weights of `chances`, as `python -m tools.tune citadels` found them: it writes this file."""

from __future__ import annotations

from typing import Final

# What it told:'''
EACH: Final = 5  # of the positions within rounds one in so many is kept; those between rounds all are
HELD_BACK: Final = 5  # one game in so many is kept for testing
FIRM: Final = 3.0  # penalty for large weights

Table = NDArray[np.float64]


class Sample(NamedTuple):
    """A position: features per seat, progress of the game, and the winners."""

    game: int
    seats: int
    rows: list[list[float]]
    progress: float
    ended: bool
    won: list[float]


def sample_citadels_game(seed: int) -> list[Sample]:
    """The positions of one game."""
    preset, seats = TABLES[seed % len(TABLES)]
    game = registry.make_game("citadels", choices_for("citadels", preset))
    run = start_trial(game, seats, seed)
    s = start_game(game, seats, run.key).state
    found: list[Sample] = []

    def look(s: CitadelsState) -> bool:
        between = len(s.slots) == 1 and len(s.draft) + len(s.face_up) + 1 == len(s.cast)
        if between or not run.player_chance.below(EACH):
            rows = [list(row.values()) for row in chances.seat_features(s)]
            found.append(Sample(seed, seats, rows, chances.game_progress(s), s.ended, []))
        return False

    rollout.play_on(s, run.player_chance, look)
    won = final_chances(game.winners(s), seats)
    return [sample._replace(won=won) for sample in found]


def sample_citadels_games(number: int, seed: int, jobs: int) -> Iterator[Sample]:
    seeds = range(seed, seed + number)
    if jobs == 1:
        for one in seeds:
            yield from sample_citadels_game(one)
        return
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(sample_citadels_game, seeds, chunksize=20):
            yield from found


def build_arrays(samples: Sequence[Sample]) -> tuple[Table, Table, NDArray[np.bool_]]:
    """Features (position, seat, weight), shares of the victory, and which seats exist."""
    most = max(sample.seats for sample in samples)
    names = len(samples[0].rows[0])
    x = np.zeros((len(samples), most, names * chances.STAGES))
    y = np.zeros((len(samples), most))
    there = np.zeros((len(samples), most), dtype=bool)
    for i, sample in enumerate(samples):
        p = sample.progress
        stages = (0.0, 0.0, 0.0, 1.0) if sample.ended else (1.0, p, p * p, 0.0)
        rows = np.array(sample.rows)
        x[i, : sample.seats] = np.concatenate([rows * stage for stage in stages], axis=1)
        y[i, : sample.seats] = sample.won
        there[i, : sample.seats] = True
    return x, y, there


def predict_winners(x: Table, there: NDArray[np.bool_], w: Table) -> Table:
    """Chances by position and seat."""
    v = np.where(there, x @ w, -np.inf)
    v -= v.max(axis=1, keepdims=True)
    e = np.exp(v)
    return np.asarray(e / e.sum(axis=1, keepdims=True))


def fit_by_newton(x: Table, y: Table, there: NDArray[np.bool_], steps: int = 12) -> Table:
    """The weights."""
    size = x.shape[2]
    w = np.zeros(size)
    for _ in range(steps):
        p = predict_winners(x, there, w)
        slope = np.einsum("nsk,ns->k", x, y - p) - FIRM * w
        mean = np.einsum("nsk,ns->nk", x, p)
        curve = np.einsum("nsk,ns,nsl->kl", x, p, x, optimize=True) - mean.T @ mean + FIRM * np.eye(size)
        step = np.linalg.solve(curve, slope)
        w = w + step
        if np.abs(step).max() < 1e-4:
            break
    return w


def mean_log_loss(p: Table, y: Table) -> float:
    """The mean logarithmic loss per position."""
    return float(-(y * np.log(np.maximum(p, 1e-9))).sum(axis=1).mean())


def tally_by_tenth(p: Table, y: Table, there: NDArray[np.bool_]) -> list[tuple[int, float, float]]:
    """For each tenth of the chances: number of estimates, mean estimate in percent, percent won."""
    said, came = p[there], y[there]
    found = []
    for low in range(10):
        here = (said >= low / 10) & (said < (low + 1) / 10 + (low == 9))
        n = int(here.sum())
        found.append((n, float(100 * said[here].mean()) if n else 0.0, float(100 * came[here].mean()) if n else 0.0))
    return found


def main(number: int, seed: int, jobs: int) -> None:
    """Plays, fits, prints, and writes the weights."""
    samples = list(sample_citadels_games(number, seed, jobs))
    x, y, there = build_arrays(samples)
    held = np.array([sample.game % HELD_BACK == 0 for sample in samples])
    w = fit_by_newton(x[~held], y[~held], there[~held])
    p = predict_winners(x[held], there[held], w)
    told = [f"{number} games from seed {seed}, {len(samples)} positions; log-loss of the games held back:"]
    sizes = np.array([sample.seats for sample in samples])
    for seats in sorted(set(sizes[held].tolist())):
        here = sizes[held] == seats
        told.append(f"{seats} seats: {mean_log_loss(p[here], y[held][here]):.4f}, of equal chances {np.log(seats):.4f}")
    told.append("called, said %, won %:")
    for low, (n, said, came) in enumerate(tally_by_tenth(p, y[held], there[held])):
        told.append(f"{10 * low:>3} to {10 * low + 10:<3} {n:>7} {said:5.1f} {came:5.1f}")
    names = list(
        chances.seat_features(
            start_game(registry.make_game("citadels", choices_for("citadels", "")), 4, bytes(32)).state
        )[0]
    )
    parts = w.reshape(chances.STAGES, len(names))
    lines = [HEAD, *(f"#   {line}".rstrip() for line in told), "", "WEIGHTS: Final = {"]
    lines += [f'    "{name}": ({", ".join(f"{v:.4g}" for v in parts[:, i])}),' for i, name in enumerate(names)]
    lines.append("}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(told))
