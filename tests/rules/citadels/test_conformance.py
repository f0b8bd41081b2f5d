"""All points of the suite over all numbers of players and random legal options, and how fast it plays."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from rules.citadels.game import KIND
from rules.core import Chance, Choices, play, start_game
from rules.core.conformance import check_conformance, random_choices, start_trial
from tools.sizes import SEED, STEP_OF_CLOSE_GAMES, STEP_OF_MIXTURES

from ..covering import PARTS, part


def samples() -> Iterator[tuple[Choices, int, int]]:
    chance = Chance(b"options of citadels".ljust(32))
    for seed in range(28):
        choices = random_choices(KIND, chance)
        seats = KIND.allowed_player_counts(choices)
        yield choices, seats[chance.below(len(seats))], seed


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PARTS))
def test_every_two_choices_together(number: int) -> None:
    for choices, seats in part(KIND, SEED, number):
        check_conformance(KIND.make(choices), seats, SEED + seats, every=STEP_OF_MIXTURES // 3)


@pytest.mark.soak
@pytest.mark.parametrize("preset", list(KIND.presets))
def test_presets_with_every_number_of_players(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    for seats in game.seats:
        check_conformance(game, seats, seats, every=7)


@pytest.mark.soak
@pytest.mark.parametrize(("choices", "seats", "seed"), list(samples()))
def test_random_options(choices: Choices, seats: int, seed: int) -> None:
    check_conformance(KIND.make(choices), seats, seed, every=5)


@pytest.mark.smoke
@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_whole_game_closely(seats: int) -> None:
    check_conformance(KIND.make(KIND.presets["everything"]), seats, 99, every=STEP_OF_CLOSE_GAMES)


def test_it_plays_fast_enough() -> None:
    game = KIND.make(Choices())
    luck = start_trial(game, 6, 1).player_chance
    best = 0.0
    for attempt in range(3):
        s, moves, began = start_game(game, 6, bytes([attempt]) * 32).state, 0, time.process_time()
        while s.agenda:
            (seat,) = game.waiting(s)
            legal = list(game.legal(s, seat))
            s = play(game, s, seat, legal[luck.below(len(legal))]).state
            moves += 1
        best = max(best, moves / (time.process_time() - began))
    assert best > 5_000  # 10,000 are wanted on a quiet machine; the bench says how many it is
