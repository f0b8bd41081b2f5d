"""Each seat's chance of winning: what the terms of a position are worth in points, and how far such a lead carries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import Any, Final, NamedTuple

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.state import CarcassonneState
from rules.core import Game

from ..search import final_chances
from . import crowded, weights
from .extra import EXTRAS
from .odds import Odds
from .open_ends import Ends
from .situation import Situation
from .terms import term_names, term_rows

MANY: Final = 4  # modules: with more of them everything takes longer, and more counts than cities, roads and fields


class LearntWeights(NamedTuple):
    """What games taught: `weights` of the terms at each of the `knots`, which are turns left of each player, straight
    between them; how far a lead carries. What has no weight stands as it is."""

    knots: Sequence[float]
    spread: tuple[float, float]  # of the points at the end: this, and this for the root of the turns left
    weights: Mapping[str, Sequence[float]]


@cache
def learnt_weights(hooks: Hooks) -> LearntWeights:
    """By games with many modules, or by base games; with many each module says what it learnt itself."""
    if not is_crowded(hooks):
        return LearntWeights(weights.KNOTS, weights.SPREAD, weights.WEIGHTS)
    own = {module.key: EXTRAS[module.key].weighed for module in hooks.modules if module.key in EXTRAS}
    return LearntWeights(
        crowded.KNOTS, crowded.SPREAD, {**crowded.WEIGHTS, **{key: each for key, each in own.items() if each}}
    )


def is_crowded(hooks: Hooks) -> bool:
    """Whether so many modules are played that base games teach little of what counts."""
    return len(hooks.modules) > MANY


@cache
def term_values(hooks: Hooks, turns: float) -> tuple[float, ...]:
    """What one of each term is worth with so many turns left of each player, in the order of `columns`."""
    known = learnt_weights(hooks)
    knots = known.knots
    turns = min(max(turns, knots[0]), knots[-1])
    i = min(bisect_right(knots, turns), len(knots) - 1) - 1
    part = (turns - knots[i]) / (knots[i + 1] - knots[i])
    rows = (known.weights.get(name, (1.0,) * len(knots)) for name in term_names(hooks))
    return tuple((1.0 - part) * row[i] + part * row[i + 1] for row in rows)


def expected_points(r: Situation) -> list[float]:
    """What each seat's points are likely to be in the end, to be compared with those of the others."""
    s = r.s
    each = term_values(s.hooks, round(2 * r.odds.turns) / 2)
    return [
        points + sum([a * b for a, b in zip(row, each, strict=True)])
        for points, row in zip(s.scores, term_rows(r), strict=True)
    ]


def chances_from_points(points: list[float], turns: float, spread: tuple[float, float]) -> list[float]:
    """The chances that follow from such values."""
    scale = spread[0] + spread[1] * sqrt(turns)
    best = max(points)
    weighed = [exp((value - best) / scale) for value in points]
    total = sum(weighed)
    return [weight / total for weight in weighed]


def win_chances(game: Game[Any], s: CarcassonneState, first: Ends | None = None) -> list[float]:
    """Each seat's chance of winning, 0 to 1; a shared victory counts as a part. `first`: of a position that leads to
    this one."""
    if game.over(s):
        return final_chances(game.winners(s), s.seats)
    odds = Odds(s, first.odds if first else None)
    r = Situation(s, odds, {}, Ends(s.board, odds, first.reach if first else None))
    return chances_from_points(expected_points(r), odds.turns, learnt_weights(s.hooks).spread)
