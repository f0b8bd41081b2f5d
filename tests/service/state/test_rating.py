"""The model of the ratings: held against what people would call unfair, beside all others that the library has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from openskill import models

from service.state.rating import NEW_PLAYER_MU, NEW_PLAYER_SIGMA, Rating, compute_new_ratings

MOST = 8


def placings(seats: int) -> Iterator[list[int]]:
    """All ways in which so many may share places, the best first: 1 1 3 4 4 ..."""
    for apart in product((False, True), repeat=seats - 1):
        found = [1]
        for place, new in enumerate(apart, 2):
            found.append(place if new else found[-1])
        yield found


def unfair(gains: list[float], places: list[int]) -> str:
    """What is wrong with what equals gained; empty: nothing."""
    for (a, at), (b, behind) in pairwise(zip(gains, places, strict=True)):
        if at == behind and abs(a - b) > 1e-9:
            return f"{places}: those who share place {at} do not gain the same"
        if at != behind and b > a + 1e-9:
            return f"{places}: place {behind} gains more than place {at}"
    return ""


def of_equals(places: list[int]) -> list[float]:
    return [after.mu - NEW_PLAYER_MU for after in compute_new_ratings([Rating()] * len(places), places)]


@pytest.mark.parametrize("seats", range(2, MOST + 1))
def test_shared_places_gain_the_same_and_no_better_place_less_than_a_worse_one(seats: int) -> None:
    assert not [wrong for places in placings(seats) if (wrong := unfair(of_equals(places), places))]


@pytest.mark.parametrize("name", ["PlackettLuce", "BradleyTerryPart", "ThurstoneMostellerPart"])
def test_other_models_fail_that(name: str) -> None:
    """Where they no longer do, the choice may be looked at again."""

    def gains(places: list[int]) -> list[float]:
        model: Any = getattr(models, name)()
        after = model.rate([[model.rating()] for _ in places], ranks=places)
        return [one.mu - model.mu for (one,) in after]

    assert [wrong for n in range(2, MOST + 1) for places in placings(n) if (wrong := unfair(gains(places), places))]


@pytest.mark.parametrize("places", [[1, 2], [1, 1, 3], [1, 2, 3, 4, 5, 6, 7, 8]])
def test_a_game_makes_everybody_surer_and_takes_from_one_what_it_gives_to_another(places: list[int]) -> None:
    after = compute_new_ratings([Rating()] * len(places), places)
    assert all(one.sigma < NEW_PLAYER_SIGMA for one in after)
    assert sum(one.mu for one in after) == pytest.approx(NEW_PLAYER_MU * len(places))


def test_it_makes_no_difference_in_what_order_people_are_named() -> None:
    before = [Rating(30, 4), Rating(25, 8), Rating(20, 2), Rating(28, 6)]
    places = [2, 1, 2, 4]
    forwards = compute_new_ratings(before, places)
    backwards = compute_new_ratings(before[::-1], places[::-1])[::-1]
    for a, b in zip(forwards, backwards, strict=True):
        assert (a.mu, a.sigma) == pytest.approx((b.mu, b.sigma))


def test_who_was_taken_for_weak_gains_more_by_the_same_place() -> None:
    strong, weak, _ = compute_new_ratings([Rating(30, 5), Rating(20, 5), Rating(25, 5)], [1, 1, 3])
    assert weak.mu - 20 > strong.mu - 30


def test_of_whom_little_is_known_stands_further_down() -> None:
    assert Rating(27, 8).conservative_estimate < Rating(25, 2).conservative_estimate
