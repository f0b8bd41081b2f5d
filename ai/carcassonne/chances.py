"""Winning chances: terms of a position weighted to points, and leads in points converted to chances."""

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

MANY: Final = 4  # modules; with more, games take longer and other things than cities, roads and fields matter


class LearntWeights(NamedTuple):
    """Weights learnt from games. `knots`: turns left per player, with linear interpolation between them; `weights`:
    term -> weight at each knot (missing: 1); `spread`: how far a lead carries."""

    knots: Sequence[float]
    spread: tuple[float, float]  # of the final points: a constant, and a factor of the root of the turns left
    weights: Mapping[str, Sequence[float]]


@cache
def learnt_weights(hooks: Hooks) -> LearntWeights:
    """The weights for base games or for games with many modules; for the latter each module has its own."""
    if not is_crowded(hooks):
        return LearntWeights(weights.KNOTS, weights.SPREAD, weights.WEIGHTS)
    extras = {module.key: EXTRAS[module.key] for module in hooks.modules if module.key in EXTRAS}
    module_weights = {key: extra.weighed for key, extra in extras.items() if extra.weighed}
    return LearntWeights(crowded.KNOTS, crowded.SPREAD, {**crowded.WEIGHTS, **module_weights})


def is_crowded(hooks: Hooks) -> bool:
    """Whether so many modules are played that weights of base games do not apply."""
    return len(hooks.modules) > MANY


@cache
def term_values(hooks: Hooks, turns: float) -> tuple[float, ...]:
    """The value of each term in points with that many turns left per player, in the order of `term_names`."""
    learnt = learnt_weights(hooks)
    knots = learnt.knots
    turns = min(max(turns, knots[0]), knots[-1])
    i = min(bisect_right(knots, turns), len(knots) - 1) - 1
    position = (turns - knots[i]) / (knots[i + 1] - knots[i])  # between the two knots, 0 to 1
    rows = (learnt.weights.get(name, (1.0,) * len(knots)) for name in term_names(hooks))
    return tuple((1.0 - position) * row[i] + position * row[i + 1] for row in rows)


def to_half_turns(turns: float) -> float:
    """Rounded to half turns, so that `term_values` is computed for few numbers."""
    return round(2 * turns) / 2


def expected_points(r: Situation) -> list[float]:
    """Each seat's expected final points, comparable with those of the others only."""
    s = r.s
    values = term_values(s.hooks, to_half_turns(r.odds.turns_left))
    return [
        points + sum([number * value for number, value in zip(row, values, strict=True)])
        for points, row in zip(s.scores, term_rows(r), strict=True)
    ]


def points_scale(spread: tuple[float, float], turns: float) -> float:
    """The lead in points that multiplies the odds by e."""
    return spread[0] + spread[1] * sqrt(turns)


def chances_from_points(points: list[float], turns: float, spread: tuple[float, float]) -> list[float]:
    """Winning chances from expected points."""
    scale = points_scale(spread, turns)
    best = max(points)
    weighed = [exp((value - best) / scale) for value in points]
    total = sum(weighed)
    return [weight / total for weight in weighed]


def win_chances(game: Game[Any], s: CarcassonneState, first: Ends | None = None) -> list[float]:
    """Each seat's winning chance, 0 to 1; a shared victory counts in part. `first`: ends of an earlier position."""
    if game.over(s):
        return final_chances(game.winners(s), s.seats)
    odds = Odds(s, first.odds if first else None)
    r = Situation(s, odds, {}, Ends(s.board, odds, first.reach if first else None))
    return chances_from_points(expected_points(r), odds.turns_left, learnt_weights(s.hooks).spread)
