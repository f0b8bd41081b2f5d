"""Fits the value of positions of Carcassonne with many modules, and of each module's additions.

Weights of general terms go to one file, those of a module to the module's own file.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from ai.carcassonne import chances
from ai.carcassonne.extra import EXTRAS, Extra
from ai.carcassonne.terms import TERMS
from rules.core import Choices, RulesError, registry

from .carcassonne import (
    Sample,
    Shape,
    Table,
    WatchedGame,
    chances_of_worths,
    fit_knot_weights,
    fit_report_lines,
    fit_spread,
    format_numbers,
    format_weights_file,
    position_worth,
    sample_games,
    subtract_mean,
    watch_game,
)

FILE: Final = Path(chances.__file__).with_name("crowded.py")
SEATS: Final = (3, 3, 2, 3, 4, 3)  # in turn
SOME: Final = 3  # one game in so many has only some modules
EACH: Final = 0.65  # probability of each module in those games
ALIKE: Final = ("complete", "kept")  # terms of all games besides `TERMS`
MODULES: Final = tuple(
    sorted(key for key, extra in EXTRAS.items() if type(extra).add_piece_values is not Extra.add_piece_values)
)
SHAPE: Final = Shape(
    (*TERMS, *ALIKE, *MODULES), (0.0, 4.0, 14.0, 36.0, 70.0), (200.0, 200.0, 200.0, 700.0, 2000.0), (10, 16)
)
SPREADS: Final = [(a, b) for a in (1, 2, 4, 8, 12) for b in (1, 2, 3, 4, 5, 6, 8, 10, 14)]
FOLDS: Final = 4  # cross-validation: each game is judged by weights fitted without its fold
HEAD: Final = '''"""The weights of `chances` with many modules, as `python -m tools.tune carcassonne_crowded`
found them: it writes this file, and what each module has for itself in its own."""

from __future__ import annotations

from typing import Final

# What it told:'''


def draw_modules(seed: int) -> Choices:
    """All modules, or in some games a random part of them."""
    kind = registry.game_types()["carcassonne"]
    luck = random.Random(seed)
    everything = kind.normalize_choices(Choices(tuple(kind.modules)))
    if seed % SOME != SOME - 1:
        return everything
    try:
        some = kind.normalize_choices(Choices(tuple(key for key in kind.modules if luck.random() < EACH)))
    except RulesError:
        return everything
    return some if len(some.modules) > chances.MANY else everything


def sample_crowded_game(seed: int) -> list[Sample]:
    """The positions of one game."""
    choices, seats = draw_modules(seed), SEATS[seed % len(SEATS)]
    game = registry.make_game("carcassonne", choices)
    return build_samples(seed, watch_game(game, seats, seed))


def build_samples(seed: int, seen: WatchedGame) -> list[Sample]:
    final, won = subtract_mean(np.array(seen.final, dtype=float)), np.array(seen.won)
    at = [SHAPE.names.index(word) if word in SHAPE.names else -1 for word in seen.words]
    found = []
    for turns, rows, points in seen.found:
        table = np.zeros((len(won), len(SHAPE.names)))
        for column, place in zip(np.array(rows).T, at, strict=True):
            if place >= 0:
                table[:, place] = column
        found.append(
            Sample(seed, turns, subtract_mean(table), subtract_mean(np.array(points, dtype=float)), final, won)
        )
    return found


def judge_by_other_games(known: Sequence[Sample]) -> Iterator[tuple[Table, Sample]]:
    """Each position's value by weights that were fitted without its game."""
    for fold in range(FOLDS):
        w = fit_knot_weights([sample for sample in known if sample.game % FOLDS != fold], SHAPE)
        for sample in known:
            if sample.game % FOLDS == fold:
                yield position_worth(sample, w, SHAPE), sample


def main(number: int, seed: int, jobs: int) -> None:
    """Plays, fits, prints, and writes the weights."""
    learn_module_weights(
        list(sample_games(number, seed, jobs, sample_crowded_game)), f"{number} games from seed {seed}"
    )


def learn_module_weights(known: Sequence[Sample], which: str) -> None:
    worths, held = zip(*judge_by_other_games(known), strict=True)
    spread = fit_spread(worths, held, SPREADS)
    told = [f"{which}, {len(known)} positions, each judged by weights learnt without its game; log-loss:"]
    told += fit_report_lines(chances_of_worths(worths, held, spread), held)
    w = fit_knot_weights(known, SHAPE)
    alike = len(TERMS) + len(ALIKE)
    FILE.write_text(format_weights_file(HEAD, told, w[:alike], SHAPE, spread), encoding="utf-8")
    for key, each in zip(MODULES, w[alike:], strict=True):
        save_module_weights(Path(inspect.getfile(type(EXTRAS[key]))), each)
    print("\n".join(told))


def save_module_weights(path: Path, each: Table) -> None:
    """Writes a module's weights into its file; `ValueError` if the file has no place for them.

    Negative weights become 0: otherwise the machine would give pieces away because of noise.
    """
    each = np.maximum(each, 0.0)
    text, found = re.subn(
        r"(?m)^    weighed = \(.*\)$", f"    weighed = ({format_numbers(each)})", path.read_text(encoding="utf-8")
    )
    if found != 1:
        raise ValueError(f"{path.name} has no place for its weights")
    path.write_text(text, encoding="utf-8")
