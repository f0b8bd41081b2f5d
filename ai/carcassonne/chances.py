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

from ..search import shared
from . import crowded, weights
from .ends import Ends
from .extra import EXTRAS
from .odds import Odds
from .situation import Situation
from .terms import columns, terms

MANY: Final = 4  # modules: with more of them everything takes longer, and more counts than cities, roads and fields


class Learnt(NamedTuple):
    """What games taught: `weights` of the terms at each of the `knots`, which are turns left of each player, straight
    between them; how far a lead carries. What has no weight stands as it is."""

    knots: Sequence[float]
    spread: tuple[float, float]  # of the points at the end: this, and this for the root of the turns left
    weights: Mapping[str, Sequence[float]]


@cache
def learnt(hooks: Hooks) -> Learnt:
    """By games with many modules, or by base games; with many each module says what it learnt itself."""
    if not is_crowded(hooks):
        return Learnt(weights.KNOTS, weights.SPREAD, weights.WEIGHTS)
    own = {module.key: EXTRAS[module.key].weighed for module in hooks.modules if module.key in EXTRAS}
    return Learnt(
        crowded.KNOTS, crowded.SPREAD, {**crowded.WEIGHTS, **{key: each for key, each in own.items() if each}}
    )


def is_crowded(hooks: Hooks) -> bool:
    """Whether so many modules are played that base games teach little of what counts."""
    return len(hooks.modules) > MANY


@cache
def worth(hooks: Hooks, turns: float) -> tuple[float, ...]:
    """What one of each term is worth with so many turns left of each player, in the order of `columns`."""
    known = learnt(hooks)
    knots = known.knots
    turns = min(max(turns, knots[0]), knots[-1])
    i = min(bisect_right(knots, turns), len(knots) - 1) - 1
    part = (turns - knots[i]) / (knots[i + 1] - knots[i])
    rows = (known.weights.get(name, (1.0,) * len(knots)) for name in columns(hooks))
    return tuple((1.0 - part) * row[i] + part * row[i + 1] for row in rows)


def values(r: Situation) -> list[float]:
    """What each seat's points are likely to be in the end, to be compared with those of the others."""
    s = r.s
    each = worth(s.hooks, round(2 * r.odds.turns) / 2)
    return [
        points + sum([a * b for a, b in zip(row, each, strict=True)])
        for points, row in zip(s.scores, terms(r), strict=True)
    ]


def winning(points: list[float], turns: float, spread: tuple[float, float]) -> list[float]:
    """The chances that follow from such values."""
    scale = spread[0] + spread[1] * sqrt(turns)
    best = max(points)
    weighed = [exp((value - best) / scale) for value in points]
    total = sum(weighed)
    return [weight / total for weight in weighed]


def chances(game: Game[Any], s: CarcassonneState, first: Ends | None = None) -> list[float]:
    """Each seat's chance of winning, 0 to 1; a shared victory counts as a part. `first`: of a position that leads to
    this one."""
    if game.over(s):
        return shared(game.winners(s), s.seats)
    odds = Odds(s, first.odds if first else None)
    r = Situation(s, odds, {}, Ends(s.board, odds, first.reach if first else None))
    return winning(values(r), odds.turns, learnt(s.hooks).spread)
