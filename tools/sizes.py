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
