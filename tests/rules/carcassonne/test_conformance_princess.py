"""The conformance suite with the Princess & the Dragon: alone, with every option, and beside each other module."""

from __future__ import annotations

import pytest

from rules.carcassonne import KIND
from rules.core import Choices
from rules.core.conformance import check_conformance
from tools.sizes import STEP_OF_CLOSE_GAMES

OPTIONS = [
    (("dragon_move", move), ("princess_action", action))
    for move in ("before_scoring", "after_scoring")
    for action in ("must", "may")
]


@pytest.mark.soak
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(value for _, value in options))
def test_random_games_with_all_options(options: tuple[tuple[str, str], ...]) -> None:
    game = KIND.make(KIND.normalize_choices(Choices(("princess",), options)))
    for seats in game.seats:
        check_conformance(game, seats, 300 + seats, every=12)


@pytest.mark.slow
def test_one_game_closely() -> None:
    check_conformance(KIND.make(Choices(("princess",))), 4, 5, every=STEP_OF_CLOSE_GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("other", [module for module in KIND.modules if module != "princess"])
def test_random_games_beside_another_module(other: str) -> None:
    for number, options in enumerate((OPTIONS[0], OPTIONS[3])):
        check_conformance(
            KIND.make(KIND.normalize_choices(Choices(("princess", other), options))),
            2 + 3 * number,
            11 + number,
            every=15,
        )


@pytest.mark.soak
def test_a_random_game_with_everything() -> None:
    check_conformance(KIND.make(KIND.normalize_choices(Choices(KIND.modules))), 4, 17, every=25)
