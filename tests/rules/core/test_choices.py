"""How many may play with which choices, and choices drawn at random."""

from __future__ import annotations

import pytest

from rules.core import BadOption, Chance, Choices, GameType, Option, Pool, registry
from rules.core.conformance import random_choices

from . import toy

PLUS = Choices(("plus",))


def test_a_game_says_which_numbers_its_choices_allow() -> None:
    assert toy.KIND.allowed_player_counts(Choices()) == [2, 3, 4, 5]
    assert toy.KIND.allowed_player_counts(PLUS) == [2, 4, 5]


def test_a_game_without_conditions_refuses_and_warns_of_nothing() -> None:
    kind = GameType("toy", "toy", (), (), {"first": Choices()}, toy.Toy)
    assert kind.allowed_player_counts(Choices()) == [2, 3, 4, 5]
    assert list(kind.warnings(Choices())) == []


@pytest.mark.parametrize("kind", registry.game_types().values(), ids=lambda kind: kind.key)
def test_random_choices_can_be_played_and_differ(kind: GameType) -> None:
    found = [random_choices(kind, Chance(bytes([n]) * 32)) for n in range(60)]
    for choices in found:
        assert kind.normalize_choices(choices) == choices
        assert kind.allowed_player_counts(choices)
    sizes = {len(choices.modules) for choices in found}
    assert {0, len(kind.modules)} <= sizes | {0}
    assert len(sizes) > min(2, len(kind.modules))
    assert any(choices.options for choices in found)
    assert random_choices(kind, Chance(bytes(32))) == random_choices(kind, Chance(bytes(32)))


# --- cards of which there may be more one day

RANDOM = Choices((), (("cast", "random"),))


def kind_with_pool(size: int) -> GameType:
    """A game whose random cast is drawn from a list that began with 18 cards."""
    cast = Option("cast", ("chosen", "random"))
    return GameType("toy", "toy", (), (cast,), {"first": Choices()}, toy.Toy, pools=(Pool("drawn", "cast", 18, size),))


def test_a_pool_to_which_nothing_was_added_is_not_named() -> None:
    assert kind_with_pool(18).choices_for_saving(RANDOM) == RANDOM
    assert kind_with_pool(18).choices_from_saved(RANDOM) == RANDOM


def test_a_game_draws_from_the_cards_that_it_began_with() -> None:
    now, later = kind_with_pool(19), kind_with_pool(20)
    saved = now.choices_for_saving(RANDOM)
    assert dict(saved.options) == {"cast": "random", "drawn": "19"}
    assert now.choices_from_saved(saved) == RANDOM
    assert later.choices_from_saved(saved).pool_size("drawn") == 19
    assert later.choices_for_saving(later.choices_from_saved(saved)) == saved
    assert later.choices_from_saved(RANDOM).pool_size("drawn") == 18, "older than the first addition"
    assert Choices.from_json(later.choices_from_saved(saved).to_json()) == later.choices_from_saved(saved)
    assert str(later.choices_from_saved(saved)) == "base cast=random"


def test_a_pool_from_which_nothing_is_drawn_is_not_named() -> None:
    assert kind_with_pool(20).choices_for_saving(Choices()) == Choices()
    assert kind_with_pool(20).choices_from_saved(Choices()) == Choices()


@pytest.mark.parametrize("size", [17, 20])
def test_a_pool_of_another_release_is_refused(size: int) -> None:
    kind = kind_with_pool(19)
    with pytest.raises(BadOption):
        kind.normalize_choices(kind.choices_from_saved(Choices((), (("cast", "random"), ("drawn", str(size))))))
