"""What everybody sees of King & Robber Baron: `view.extras["king"]`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Award:
    """An award in somebody's hands."""

    seat: int
    size: int  # tiles of the largest complete city, or longest complete road: what has to be surpassed
    points: int  # what it would give if the game ended now


@dataclass(frozen=True, slots=True)
class KingView:
    """The two awards; None: still beside the board."""

    king: Award | None
    robber: Award | None
