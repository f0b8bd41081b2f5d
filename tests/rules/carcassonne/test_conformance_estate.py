"""The conformance suite with Abbey & Mayor and the Count: alone, together, all options, beside each other module."""

from __future__ import annotations

import pytest

from rules.carcassonne import KIND
from rules.core import Choices, Option
from rules.core.conformance import check_conformance
from tools.sizes import STEP_OF_CLOSE_GAMES

OWN = ("abbey", "count")
OPTIONS = [option for option in KIND.options if option.module in OWN]


@pytest.mark.soak
@pytest.mark.parametrize("modules", [("abbey",), ("count",), OWN], ids="+".join)
def test_random_games_of_all_sizes(modules: tuple[str, ...]) -> None:
    game = KIND.make(KIND.normalize_choices(Choices(modules)))
    for seats in game.seats:
        check_conformance(game, seats, 400 + seats, every=12)


@pytest.mark.slow
def test_one_game_closely() -> None:
    check_conformance(KIND.make(KIND.normalize_choices(Choices(OWN))), 4, 8, every=STEP_OF_CLOSE_GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_random_games_with_every_value_of_every_option(option: Option) -> None:
    for value in option.values:
        check_conformance(
            KIND.make(KIND.normalize_choices(Choices((*OWN, "princess"), ((option.key, value),)))), 5, 21, every=20
        )


@pytest.mark.soak
def test_random_games_with_all_other_values() -> None:
    chosen = tuple(sorted((option.key, option.values[-1]) for option in OPTIONS))
    check_conformance(KIND.make(KIND.normalize_choices(Choices(OWN, chosen))), 6, 22, every=15)


@pytest.mark.soak
@pytest.mark.parametrize("other", [module for module in KIND.modules if module not in OWN])
@pytest.mark.parametrize("module", OWN)
def test_random_games_beside_another_module(module: str, other: str) -> None:
    check_conformance(KIND.make(KIND.normalize_choices(Choices((module, other)))), 5, 31, every=20)
