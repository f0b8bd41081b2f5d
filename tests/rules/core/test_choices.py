"""How many may play with which choices, and choices drawn at random."""

from __future__ import annotations

import pytest

from rules.core import Chance, Choices, GameType, registry
from rules.core.conformance import random_choices

from . import toy

PLUS = Choices(("plus",))


def test_a_game_says_which_numbers_its_choices_allow() -> None:
    assert toy.KIND.counts(Choices()) == [2, 3, 4, 5]
    assert toy.KIND.counts(PLUS) == [2, 4, 5]


def test_a_game_without_conditions_refuses_and_warns_of_nothing() -> None:
    kind = GameType("toy", "toy", (), (), {"first": Choices()}, toy.Toy)
    assert kind.counts(Choices()) == [2, 3, 4, 5]
    assert list(kind.warnings(Choices())) == []


@pytest.mark.parametrize("kind", registry.game_types().values(), ids=lambda kind: kind.key)
def test_random_choices_can_be_played_and_differ(kind: GameType) -> None:
    found = [random_choices(kind, Chance(bytes([n]) * 32)) for n in range(60)]
    for choices in found:
        assert kind.checked(choices) == choices
        assert kind.counts(choices)
    sizes = {len(choices.modules) for choices in found}
    assert {0, len(kind.modules)} <= sizes | {0}
    assert len(sizes) > min(2, len(kind.modules))
    assert any(choices.options for choices in found)
    assert random_choices(kind, Chance(bytes(32))) == random_choices(kind, Chance(bytes(32)))
