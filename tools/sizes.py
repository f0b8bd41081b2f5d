"""How much of what is random is played: all seeds, counts and shares of random runs of the tests stand here.

LONGTABLE_RUNS names the column: `test` is what `make test` plays, `short` is `make soak RUNS=short`, which continuous
integration runs, `long` is `make soak`. Seeds are the same everywhere, so that what fails once fails again.
"""

from __future__ import annotations

import os
from typing import Final, TypeVar

T = TypeVar("T")

RUNS: Final = os.environ.get("LONGTABLE_RUNS", "test")
FORMS: Final = ("test", "short", "long")
if RUNS not in FORMS:
    raise SystemExit(f"LONGTABLE_RUNS is {RUNS}, not one of {', '.join(FORMS)}")


def _by(test: T, short: T, long: T) -> T:
    return (test, short, long)[FORMS.index(RUNS)]


SEED: Final = int(os.environ.get("LONGTABLE_SEED", "1"))  # of the games whose seeds are free: `make soak SEED=2`

# Tests marked `soak` go through every combination: none of them in `make test`, one in so many of the others.
SHARE: Final = _by(0, 8, 1)

# The conformance suite: one position in so many is checked, of games in which every two choices meet, and of games
# that are looked at closely.
STEP_OF_MIXTURES: Final = _by(60, 40, 10)
STEP_OF_CLOSE_GAMES: Final = _by(4, 1, 1)

# Games against the slow references: of each combination.
REFERENCE_GAMES: Final = _by(1, 2, 20)
CHECKED: Final = _by(0.1, 0.1, 0.3)  # of the positions, at how many everything that is not listed is tried
