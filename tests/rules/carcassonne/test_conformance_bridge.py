"""The conformance suite with Bridges, Castles & Bazaars; auctions with other modules are in test_conformance."""

from __future__ import annotations

import pytest

from rules.carcassonne import KIND
from rules.core import Choices
from rules.core.conformance import check_conformance
from tools.sizes import STEP_OF_CLOSE_GAMES
from words import Voice

from .test_words import stories

OTHERS = tuple(key for key in KIND.modules if key != "bridge")
VALUES = ["auction", "no_bids"]


def together(*modules: str) -> tuple[str, ...]:
    return tuple(key for key in KIND.modules if key in ("bridge", *modules))


@pytest.mark.soak
@pytest.mark.parametrize("bazaar", VALUES)
@pytest.mark.parametrize("edition", ["bigbox3", "2007"])
def test_alone_at_every_number_of_seats(bazaar: str, edition: str) -> None:
    game = KIND.make(Choices(("bridge",), (("bazaar", bazaar), ("edition", edition))))
    for seats in game.seats:
        check_conformance(game, seats, 40 + seats, every=9)


@pytest.mark.slow
def test_one_game_closely() -> None:
    check_conformance(KIND.make(Choices(("bridge",))), 3, 2, every=STEP_OF_CLOSE_GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("other", OTHERS)
def test_bazaars_without_bids_with_each_other_module(other: str) -> None:
    check_conformance(KIND.make(Choices(together(other), (("bazaar", "no_bids"),))), 4, 51, every=25)


@pytest.mark.soak
def test_bazaars_without_bids_with_all_modules() -> None:
    check_conformance(KIND.make(Choices(tuple(KIND.modules), (("bazaar", "no_bids"),))), 3, 60, every=50)


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_can_be_told(seed: int) -> None:
    voice = Voice("en", ["Ann", "Ben", "Cid", "Dan"])
    game = KIND.make(Choices(("bridge",), (("bazaar", VALUES[seed % 2]),)))
    for phrase in stories(game, 4, seed):
        said = voice.phrase(phrase)
        assert said
        assert "{" not in said
