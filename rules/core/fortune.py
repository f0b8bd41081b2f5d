"""Luck of a seat compared with its expectation; games report it per move (`Game.fortune_by_seat`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fortune(NamedTuple):
    """Luck in a unit chosen by the game: what a move brought, and the mean and variance of what it could have brought.
    The values of several moves are summed field by field."""

    got: float
    expected: float
    variance: float

    def add_fortune(self, other: Fortune) -> Fortune:
        return Fortune(*(own + others for own, others in zip(self, other, strict=True)))


def fortune_of_outcome(got: float, possible: Sequence[tuple[float, float]]) -> Fortune:
    """Fortune of one outcome. `possible`: each possible value with its weight."""
    total_weight = sum(weight for _, weight in possible)
    mean = sum(value * weight for value, weight in possible) / total_weight
    variance = sum((value - mean) ** 2 * weight for value, weight in possible) / total_weight
    return Fortune(got, mean, variance)


def fortune_of_draw(got: Sequence[float], pile: Sequence[float]) -> Fortune:
    """Fortune of values drawn together without replacement from `pile` (its content before the draw)."""
    single = fortune_of_outcome(0, [(value, 1) for value in pile])
    n = len(got)
    without_replacement = (len(pile) - n) / (len(pile) - 1) if len(pile) > 1 else 0.0
    return Fortune(sum(got), n * single.expected, n * single.variance * without_replacement)
