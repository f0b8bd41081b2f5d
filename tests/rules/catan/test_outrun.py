"""Who had as many points as the winner, whose turn it was."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rules.catan.scoring import describe_tie
from words import Voice


def view(*scores: int, goal: int = 10) -> Any:
    return SimpleNamespace(scores=scores, goal=goal)


@pytest.mark.parametrize(
    ("scores", "winners", "seats"),
    [
        ((10, 10, 4), (1,), [0]),
        ((10, 11, 10), (0,), [1, 2]),  # more points, and not their turn
        ((10, 9, 4), (0,), None),
        ((10, 10), (0, 1), None),
        ((10, 10), (), None),
        ((7, 8, 2), (0,), None),  # the others resigned
    ],
)
def test_it_is_told_who_was_there_too(
    scores: tuple[int, ...], winners: tuple[int, ...], seats: list[int] | None
) -> None:
    found = describe_tie(view(*scores), winners)
    assert (None if found is None else found.params["seats"]) == seats
    if found is not None and seats is not None:
        said = Voice("en", ["Ann", "Ben", "Cid"]).phrase(found)
        assert all(("Ann", "Ben", "Cid")[seat] in said for seat in seats)
        assert "10" in said
