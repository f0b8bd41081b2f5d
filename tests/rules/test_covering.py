"""The mixtures that the conformance suite plays."""

from __future__ import annotations

import random

import pytest

from rules.core import registry
from tools.sizes import SEED

from .covering import PARTS, drawn, pairs, part


@pytest.mark.parametrize("key", list(registry.game_types()))
def test_any_two_choices_meet_in_some_game(key: str) -> None:
    kind = registry.game_types()[key]
    rows = [row for number in range(PARTS) for row in part(kind, SEED, number)]
    met = set().union(*(pairs(kind, choices) for choices, _ in rows))
    luck = random.Random(7)
    others = [choices for _ in range(100) if (choices := drawn(kind, luck)) is not None]
    assert len(others) > 30
    assert set().union(*(pairs(kind, choices) for choices in others)) <= met
    assert all(seats in kind.allowed_player_counts(choices) for choices, seats in rows)
    assert {seats for _, seats in rows} >= set(range(3, 7)) & set(kind.make(rows[0][0]).seats)
