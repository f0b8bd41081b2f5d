"""How good somebody is at a game, guessed from whom they finished before and behind (Weng and Lin's way). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

MIDDLE: Final = 25.0  # of whom nothing is known
UNSURE: Final = MIDDLE / 3
FARTHEST: Final = 10_000.0


@dataclass(frozen=True, slots=True)
class Rating:
    """The guess, and how far off it may be: two thirds of the time `mu` is right within `sigma`."""

    mu: float = MIDDLE
    sigma: float = UNSURE

    @property
    def likely(self) -> bool:
        """Whether games can have led there; what is stored may be damaged."""
        return abs(self.mu) < FARTHEST and 0 < self.sigma < FARTHEST

    @property
    def order(self) -> float:
        """By what people stand in a row: what can be said of them with some certainty."""
        return self.mu - 2 * self.sigma


@cache
def _rating_model() -> BradleyTerryFull:
    # Of the models that there are this one gives those who share a place the same and never more to a worse place:
    # tests/service/state/test_rating.py holds all of them against that.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=MIDDLE, sigma=UNSURE)


def compute_new_ratings(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game of at least two, from their places: 1 is the best, and places may be shared."""
    model = _rating_model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(one.mu, one.sigma) for (one,) in after]
