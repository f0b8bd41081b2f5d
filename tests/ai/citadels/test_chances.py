"""The judge: shares of one victory, more for who has more, and as often right as it says."""

from __future__ import annotations

import pytest

from ai.citadels import chances
from ai.citadels.weights import WEIGHTS
from rules.citadels.state import CitadelsState
from tests.rules.citadels.table import Table

from .games import ended, positions

POOR = ("tavern", "market", "temple", "church", "watchtower", "prison")
RICH = ("palace", "castle", "manor", "cathedral", "town_hall", "fortress")


@pytest.mark.parametrize(("preset", "seats"), [("everything", 5), ("first", 2), ("random", 8)])
def test_the_chances_are_shares(preset: str, seats: int) -> None:
    for _, s, *_ in positions(preset, seats, 2):
        found = chances.chances_by_weights(s)
        assert len(found) == seats
        assert sum(found) == pytest.approx(1)
        assert min(found) >= 0


def test_each_feature_has_its_weights() -> None:
    names = list(chances.seat_features(Table(4).s)[0])
    assert list(WEIGHTS) == names
    assert {len(weights) for weights in WEIGHTS.values()} == {chances.STAGES}


def middle() -> Table:
    table = Table(4).gold(2, 2, 2, 2)
    for seat in range(4):
        table.city(seat, "tavern").hand(seat, "manor")
    return table


def chance(table: Table, seat: int = 2) -> float:
    return chances.chances_by_weights(table.s)[seat]


def test_whoever_has_more_has_better_chances() -> None:
    even = chance(middle())
    assert chance(middle().city(2, "palace", "castle")) > even
    assert chance(middle().gold(2, 2, 6, 2)) > even
    assert chance(middle().hand(2, "palace", "temple")) > even
    assert chance(middle().city(1, "palace", "castle")) < even


def test_before_the_end_the_fuller_city_is_nearly_sure_of_it() -> None:
    table = Table(4).gold(4, 1, 1, 1).city(0, *RICH, "harbor").hand(0, "docks").city(1, *POOR)
    assert chance(table, 0) > 0.8
    assert chance(table, 3) < 0.02


def test_of_the_positions_called_likely_most_are_won() -> None:
    """Games that the weights were not found from."""
    said: dict[bool, list[float]] = {True: [], False: []}
    came: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(900_001, 900_031):
        states, winners = ended("first", 4, seed)
        for s in firsts(states):
            for seat, found in enumerate(chances.chances_by_weights(s)):
                likely = found > 0.3
                said[likely].append(found)
                came[likely].append((seat in winners) / len(winners))
    for likely in (True, False):
        mean = sum(said[likely]) / len(said[likely])
        assert len(said[likely]) > 100
        assert sum(came[likely]) / len(came[likely]) == pytest.approx(mean, abs=0.12)
    assert sum(came[True]) / len(came[True]) > 2 * sum(came[False]) / len(came[False])


def firsts(states: list[CitadelsState]) -> list[CitadelsState]:
    """The position at the beginning of each round."""
    found: dict[int, CitadelsState] = {}
    for s in states:
        found.setdefault(s.round, s)
    return list(found.values())
