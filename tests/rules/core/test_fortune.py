"""What was to be expected is what comes on average."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.core.fortune import Fortune, fortune_of_draw, fortune_of_outcome


def test_of_several_values_one_comes() -> None:
    assert fortune_of_outcome(3, [(0, 1), (3, 1)]) == Fortune(3, 1.5, 2.25)
    assert fortune_of_outcome(0, [(0, 3), (4, 1)]) == Fortune(0, 1, 3)


def test_what_is_drawn_together_is_not_put_back() -> None:
    pile = [1.0, 1.0, 2.0, 5.0, 6.0]
    draws = [sum(some) for some in combinations(pile, 2)]
    mean = sum(draws) / len(draws)
    found = fortune_of_draw([5.0, 6.0], pile)
    assert found.got == 11
    assert found.expected == pytest.approx(mean)
    assert found.variance == pytest.approx(sum((n - mean) ** 2 for n in draws) / len(draws))


def test_whoever_draws_all_had_no_luck() -> None:
    assert fortune_of_draw([1.0, 2.0], [1.0, 2.0]) == Fortune(3, 3, 0)
    assert fortune_of_draw([2.0], [2.0]) == Fortune(2, 2, 0)
