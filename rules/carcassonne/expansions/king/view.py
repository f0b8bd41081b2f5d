"""The public view of King & Robber Baron: `view.extras["king"]`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Award:
    """An award with a holder."""

    seat: int
    size: int  # tiles of the largest complete city or longest complete road, to be exceeded
    points: int  # points if the game ended now


@dataclass(frozen=True, slots=True)
class KingView:
    """The two awards; None: not won yet."""

    king: Award | None
    robber: Award | None
