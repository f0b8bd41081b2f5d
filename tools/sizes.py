"""Sizes of the random tests: their seeds, numbers and shares.

LONGTABLE_RUNS selects the column: `test` for `make test` and `make test-all`, `short` for `make soak RUNS=short`
(continuous integration), `long` for `make soak`. Seeds are the same in all, so that a failure can be reproduced.
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


SEED: Final = int(os.environ.get("LONGTABLE_SEED", "1"))  # of games with free seeds: `make soak SEED=2`

# Tests marked `soak` cover every combination: none in `make test-all`, one in `SHARE` in the others.
SHARE: Final = _pick_by_runs(0, 10, 1)

# `python -m tools.soak`: number of games in all, or seconds for each combination.
SOAK_GAMES: Final[int | None] = _pick_by_runs(None, 40, None)
SECONDS_EACH: Final = 60

# `python -m tools.days`: games and days; half a minute, or half an hour on two cores.
GAMES_OF_DAYS: Final = _pick_by_runs(500, 18, 500)
DAYS: Final = _pick_by_runs(60, 8, 60)
DECISIONS_OF_DAYS: Final = _pick_by_runs(12, 60, 300)  # per game played over days through the driver

# The conformance suite checks one position in so many: of games that cover all pairs of choices, and of closely watched
# games.
STEP_OF_MIXTURES: Final = _pick_by_runs(80, 40, 10)
STEP_OF_CLOSE_GAMES: Final = _pick_by_runs(4, 1, 1)

# Games against the slow reference implementations, per combination.
REFERENCE_GAMES: Final = _pick_by_runs(1, 2, 20)
CHECKED: Final = _pick_by_runs(0.1, 0.1, 0.3)  # share of positions at which all unlisted moves are tried

# Random games of Catan and Citadels: most positions per game, and one in so many at which something is tried.
POSITIONS: Final = _pick_by_runs(900, 1500, 4000)
STEP_OF_SECRETS: Final = _pick_by_runs(
    3, 2, 1
)  # moves in positions that look alike in public; rare ones are tried more often
STEP_OF_SHUFFLES: Final = _pick_by_runs(25, 10, 5)  # recounted positions with shuffled secrets
STEP_OF_GUESSES: Final = _pick_by_runs(16, 12, 8)
STEP_OF_PLACES: Final = _pick_by_runs(20, 5, 5)
ROADS: Final = _pick_by_runs(5_000, 10_500, 50_000)  # networks of roads in which every trail is tried
GAMES_READ_SLOWLY: Final = _pick_by_runs(2, 4, 20)
GAMES_TOLD: Final = _pick_by_runs(2, 8, 30)
MOVES_OF_BRANCHES: Final[int | None] = _pick_by_runs(120, None, None)  # of Catan, then the game is abandoned
GAMES_BY_CLOCK: Final = _pick_by_runs(2, 6, 30)  # in which the clock sometimes makes the move

# Screens and pictures: one position in so many, in each test's unit. Acts at two tables that look alike.
STEP_OF_SCREENS: Final = _pick_by_runs(3, 2, 1)
STEP_OF_PICTURES: Final = _pick_by_runs(3, 2, 1)
ACTS_ALIKE: Final = _pick_by_runs(10, 20, 60)
GAMES_OF_SECRETS: Final = _pick_by_runs(2, 12, 500)  # `python -m tools.secrecy`, and the number of acts per game
ACTS_OF_SECRETS: Final = _pick_by_runs(12, 16, 20)
MOVES_OF_PAGES: Final = _pick_by_runs(
    25, 60, 1_200
)  # at most, of games with everything whose pages are opened in a browser
TILES_IN_COLOUR: Final = _pick_by_runs(9, 9, 1)  # one tile in so many is compared with its palette
# Examples per property, in each test's unit.
EXAMPLES: Final = _pick_by_runs(30, 100, 1_000)

# `python -m tools.faults`: seconds of play, concurrent tables, moves left in the first games.
FAULT_SECONDS: Final = _pick_by_runs(20, 45, 1200)
FAULT_TABLES: Final = _pick_by_runs(3, 6, 9)
FAULT_MOVES: Final[int | None] = _pick_by_runs(12, 10, None)
