"""Skill ratings from the ranks of games (Weng and Lin). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import BradleyTerryFull

NEW_PLAYER_MU: Final = 25.0  # of new players
NEW_PLAYER_SIGMA: Final = NEW_PLAYER_MU / 3
MAX_PLAUSIBLE: Final = 10_000.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Estimated skill; with probability 2/3 `mu` is right within `sigma`."""

    mu: float = NEW_PLAYER_MU
    sigma: float = NEW_PLAYER_SIGMA

    @property
    def is_plausible(self) -> bool:
        """Whether the values are plausible; stored ones may be damaged."""
        return abs(self.mu) < MAX_PLAUSIBLE and 0 < self.sigma < MAX_PLAUSIBLE

    @property
    def conservative_estimate(self) -> float:
        """Value for ranking lists: a conservative estimate."""
        return self.mu - 2 * self.sigma


@cache
def _rating_model() -> BradleyTerryFull:
    # Of the available models, only this one treats ties equally and never favours a worse rank:
    # see tests/service/state/test_rating.py.
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=NEW_PLAYER_MU, sigma=NEW_PLAYER_SIGMA)


def compute_new_ratings(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """New ratings after a game of two or more; rank 1 is best, ties are allowed."""
    model = _rating_model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(one.mu, one.sigma) for (one,) in after]
