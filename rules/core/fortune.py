"""What luck brought a seat, beside what was to be expected. Games say it move by move (`Game.fortune`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fortune(NamedTuple):
    """In a unit of the game's own. Those of several moves add up, field by field."""

    got: float
    expected: float
    variance: float

    def plus(self, other: Fortune) -> Fortune:
        return Fortune(*(a + b for a, b in zip(self, other, strict=True)))


def fortune_of_outcome(got: float, could: Sequence[tuple[float, float]]) -> Fortune:
    """One of several values came; `could`: each value that could have come, with its weight."""
    whole = sum(weight for _, weight in could)
    mean = sum(value * weight for value, weight in could) / whole
    return Fortune(got, mean, sum((value - mean) ** 2 * weight for value, weight in could) / whole)


def fortune_of_draw(got: Sequence[float], pile: Sequence[float]) -> Fortune:
    """Some values were drawn together from a pile, which still held them."""
    one, n = fortune_of_outcome(0, [(value, 1) for value in pile]), len(got)
    without = (len(pile) - n) / (len(pile) - 1) if len(pile) > 1 else 0.0
    return Fortune(sum(got), n * one.expected, n * one.variance * without)
