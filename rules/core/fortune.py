"""Luck of a seat compared with its expectation; games report it per move (`Game.fortune`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fortune(NamedTuple):
    """Luck in a unit chosen by the game. Values of several moves are summed field by field."""

    got: float
    expected: float
    variance: float

    def plus(self, other: Fortune) -> Fortune:
        return Fortune(*(a + b for a, b in zip(self, other, strict=True)))


def fortune_of_outcome(got: float, could: Sequence[tuple[float, float]]) -> Fortune:
    """Fortune of one outcome. `could`: each possible value with its weight."""
    whole = sum(weight for _, weight in could)
    mean = sum(value * weight for value, weight in could) / whole
    return Fortune(got, mean, sum((value - mean) ** 2 * weight for value, weight in could) / whole)


def fortune_of_draw(got: Sequence[float], pile: Sequence[float]) -> Fortune:
    """Fortune of values drawn together without replacement from `pile` (its content before the draw)."""
    one, n = fortune_of_outcome(0, [(value, 1) for value in pile]), len(got)
    without = (len(pile) - n) / (len(pile) - 1) if len(pile) > 1 else 0.0
    return Fortune(sum(got), n * one.expected, n * one.variance * without)
