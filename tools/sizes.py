"""How much of what is random is played: all seeds, counts and shares of random runs of the tests stand here.

LONGTABLE_RUNS names the column: `test` is what `make test` and `make test-all` play, `short` is `make soak RUNS=short`,
which continuous integration runs, `long` is `make soak`. Seeds are the same everywhere, so that what fails once fails
again.
"""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

RUNS: Final = os.environ.get("LONGTABLE_RUNS", "test")
FORMS: Final = ("test", "short", "long")
if RUNS not in FORMS:
    raise SystemExit(f"LONGTABLE_RUNS is {RUNS}, not one of {', '.join(FORMS)}")


def _pick_by_runs(test: T, short: T, long: T) -> T:
    return (test, short, long)[FORMS.index(RUNS)]


SEED: Final = int(os.environ.get("LONGTABLE_SEED", "1"))  # of the games whose seeds are free: `make soak SEED=2`

# Tests marked `soak` go through every combination: none of them in `make test-all`, one in so many of the others.
SHARE: Final = _pick_by_runs(0, 10, 1)

# `python -m tools.soak`: so many games altogether, or so many seconds for each combination.
SOAK_GAMES: Final[int | None] = _pick_by_runs(None, 40, None)
SECONDS_EACH: Final = 60

# `python -m tools.days`: games and days. Half a minute, or half an hour on two cores.
GAMES_OF_DAYS: Final = _pick_by_runs(500, 18, 500)
DAYS: Final = _pick_by_runs(60, 8, 60)
DECISIONS_OF_DAYS: Final = _pick_by_runs(12, 60, 300)  # of each game that is played over days through the driver

# The conformance suite: one position in so many is checked, of games in which every two choices meet, and of games
# that are looked at closely.
STEP_OF_MIXTURES: Final = _pick_by_runs(80, 40, 10)
STEP_OF_CLOSE_GAMES: Final = _pick_by_runs(4, 1, 1)

# Games against the slow references: of each combination.
REFERENCE_GAMES: Final = _pick_by_runs(1, 2, 20)
CHECKED: Final = _pick_by_runs(0.1, 0.1, 0.3)  # of the positions, at how many everything that is not listed is tried

# Random games of Catan and Citadels. How many positions a game has at most, and at how many of them something is tried.
POSITIONS: Final = _pick_by_runs(900, 1500, 4000)
STEP_OF_SECRETS: Final = _pick_by_runs(
    3, 2, 1
)  # moves in positions that are alike in public; what is rare is tried more often
STEP_OF_SHUFFLES: Final = _pick_by_runs(25, 10, 5)  # reshuffled positions that are recounted
STEP_OF_GUESSES: Final = _pick_by_runs(16, 12, 8)
STEP_OF_PLACES: Final = _pick_by_runs(20, 5, 5)
ROADS: Final = _pick_by_runs(5_000, 10_500, 50_000)  # networks in which every trail is tried
GAMES_READ_SLOWLY: Final = _pick_by_runs(2, 4, 20)
GAMES_TOLD: Final = _pick_by_runs(2, 8, 30)
MOVES_OF_BRANCHES: Final[int | None] = _pick_by_runs(120, None, None)  # of Catan; after so many they are given up
GAMES_BY_CLOCK: Final = _pick_by_runs(2, 6, 30)  # in which the clock answers now and then

# Screens and pictures: one of so many positions, in the measure of each test. Acts at two tables that are alike.
STEP_OF_SCREENS: Final = _pick_by_runs(3, 2, 1)
STEP_OF_PICTURES: Final = _pick_by_runs(3, 2, 1)
ACTS_ALIKE: Final = _pick_by_runs(10, 20, 60)
GAMES_OF_SECRETS: Final = _pick_by_runs(
    2, 12, 500
)  # `python -m tools.secrecy`, and how many acts each of its games has
ACTS_OF_SECRETS: Final = _pick_by_runs(12, 16, 20)
MOVES_OF_PAGES: Final = _pick_by_runs(
    25, 60, 1_200
)  # at most, of games with everything whose pages are looked at in a browser
TILES_IN_COLOUR: Final = _pick_by_runs(9, 9, 1)  # one tile of so many is held against its palette
# Examples of a property, in the measure of each test.
EXAMPLES: Final = _pick_by_runs(30, 100, 1_000)

# `python -m tools.faults`: seconds of play, tables at a time, and how near their end the first games are.
FAULT_SECONDS: Final = _pick_by_runs(20, 45, 1200)
FAULT_TABLES: Final = _pick_by_runs(3, 6, 9)
FAULT_MOVES: Final[int | None] = _pick_by_runs(12, 10, None)
