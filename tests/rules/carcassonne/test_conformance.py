"""The conformance suite: games in which every two choices meet. `make soak` goes through the combinations."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rules.carcassonne import KIND
from rules.core import Choices, Game, Option, play, start_game
from rules.core.conformance import check_conformance
from tools.bench.measure import REFERENCE_MS, time_calibration_loop
from tools.bench.rules import random_play
from tools.sizes import SEED, STEP_OF_CLOSE_GAMES, STEP_OF_MIXTURES

from ..covering import PARTS, part

COMBINATIONS = [(), ("river1",), ("river2",), ("river1", "river2")]
EDITIONS = ["bigbox3", "2007"]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PARTS))
def test_every_two_choices_together(number: int) -> None:
    for choices, seats in part(KIND, SEED, number):
        check_conformance(KIND.make(choices), seats, SEED + seats, every=STEP_OF_MIXTURES)


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("modules", COMBINATIONS, ids=lambda modules: "+".join(("base", *modules)))
def test_random_games_keep_all_points(modules: tuple[str, ...], edition: str) -> None:
    game = KIND.make(Choices(modules, (("edition", edition),)))
    for seats in game.seats:
        check_conformance(game, seats, 100 + seats, every=9)


@pytest.mark.smoke
def test_one_game_closely() -> None:
    check_conformance(KIND.make(Choices(("river1", "river2"))), 3, 1, every=STEP_OF_CLOSE_GAMES)


@pytest.mark.soak
@pytest.mark.parametrize("module", KIND.modules)
def test_every_module_alone(module: str) -> None:
    game = KIND.make(Choices((module,)))
    for seats in (2, 5):
        check_conformance(game, seats, 200 + seats, every=15)


@pytest.mark.soak
@pytest.mark.parametrize("pair", list(combinations(KIND.modules, 2)), ids="+".join)
def test_every_pair_of_modules(pair: tuple[str, str]) -> None:
    number = sum(map(KIND.modules.index, pair))
    check_conformance(KIND.make(Choices(pair)), 2 + number % 5, 300 + number, every=60)


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_everything_together(seats: int) -> None:
    check_conformance(KIND.make(Choices(KIND.modules)), seats, 400 + seats, every=40)


@pytest.mark.soak
@pytest.mark.parametrize("option", KIND.options, ids=lambda option: option.key)
def test_random_games_with_every_value_of_every_option(option: Option) -> None:
    modules = (option.module,) if option.module else ("river2",)
    for value in option.values:
        check_conformance(KIND.make(Choices(modules, ((option.key, value),))), 2, 7, every=20)


def test_speed_floor() -> None:
    """Loose enough for a noisy machine: `make bench` has the numbers that count."""
    loop = time_calibration_loop()
    moves, seconds = random_play(KIND.make(Choices()), 4, 15, 1)
    on_the_reference = moves / seconds * loop / REFERENCE_MS
    assert on_the_reference > 15_000


# How many ways there are to play some turns from a fixed start: a change of the rules shows here at once.
STACK = ("base-U", "base-E", "base-B", "base-V", "base-L")
RIVER_STACK = ("river1-ffww", "river1-cwrw", "river1-ccww")
FORK_STACK = ("river2-fwww-fork", "river2-ffww", "river2-rwrw-inn", "river2-cfwf")


def perft(game: Game[Any], s: Any, depth: int) -> int:
    if depth == 0 or game.over(s):
        return 1
    (seat,) = game.waiting(s)
    return sum(perft(game, play(game, s, seat, move).state, depth - 1) for move in game.legal(s, seat))


@pytest.mark.parametrize(
    ("modules", "stack", "counts"),
    [
        ((), STACK, (3, 12, 96, 267, 850)),
        (("river1",), RIVER_STACK, (2, 6, 12, 68, 136)),
        (("river2",), FORK_STACK, (3, 12, 32, 72, 144)),
    ],
)
def test_perft(modules: tuple[str, ...], stack: tuple[str, ...], counts: tuple[int, ...]) -> None:
    game = KIND.make(Choices(modules))
    s = start_game(game, 2, bytes(32), (0,), stack).state
    assert tuple(perft(game, s, depth) for depth in range(1, len(counts) + 1)) == counts
