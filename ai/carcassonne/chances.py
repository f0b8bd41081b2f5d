"""Each seat's chance of winning: what the terms of a position are worth in points, and how far such a lead carries."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from math import exp, sqrt
from typing import Any, Final, TypeAlias

from rules.carcassonne.expansion import Hooks
from rules.carcassonne.state import CarcassonneState
from rules.core import Game

from ..search import shared
from .odds import Odds
from .situation import Situation
from .terms import columns, terms
from .weights import KNOTS, SPREAD, WEIGHTS

Judge: TypeAlias = Callable[[Situation], list[float]]  # what each seat's points are likely to be in the end
MANY: Final = 4  # modules: with more of them everything takes longer, and more counts than cities, roads and fields


@cache
def weights(hooks: Hooks, turns: float) -> tuple[float, ...]:
    """What one of each term is worth with so many turns left of each player, in the order of `columns`."""
    turns = min(max(turns, KNOTS[0]), KNOTS[-1])
    i = min(bisect_right(KNOTS, turns), len(KNOTS) - 1) - 1
    part = (turns - KNOTS[i]) / (KNOTS[i + 1] - KNOTS[i])
    rows = (WEIGHTS.get(name, (1.0,) * len(KNOTS)) for name in columns(hooks))
    return tuple((1.0 - part) * row[i] + part * row[i + 1] for row in rows)


def values(r: Situation) -> list[float]:
    """What each seat's points are likely to be in the end, to be compared with those of the others."""
    s = r.s
    each = weights(s.hooks, round(2 * r.odds.turns) / 2)
    return [
        points + sum([a * b for a, b in zip(row, each, strict=True)])
        for points, row in zip(s.scores, terms(r), strict=True)
    ]


def winning(worth: list[float], turns: float, spread: tuple[float, float] = SPREAD) -> list[float]:
    """The chances that follow from such values."""
    scale = spread[0] + spread[1] * sqrt(turns)
    best = max(worth)
    weighed = [exp((value - best) / scale) for value in worth]
    total = sum(weighed)
    return [weight / total for weight in weighed]


def crowded(hooks: Hooks) -> bool:
    """Whether so many modules are played that the weights, learnt from base games, know little of what counts."""
    return len(hooks.modules) > MANY


def seasoned(r: Situation) -> list[float]:
    """As `values`; with many modules what the sensible player thinks, who has a number for each of them."""
    return r.totals() if crowded(r.s.hooks) else values(r)


def chances(game: Game[Any], s: CarcassonneState, judge: Judge = values) -> list[float]:
    """Each seat's chance of winning, 0 to 1; a shared victory counts as a part."""
    if game.over(s):
        return shared(game.winners(s), s.seats)
    odds = Odds(s)
    return winning(judge(Situation(s, odds, {})), odds.turns)
