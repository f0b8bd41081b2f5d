"""The public view of Traders & Builders: `view.extras["trade"]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TradeView:
    """The goods, and the state of a double turn."""

    goods: tuple[Mapping[str, int], ...]  # of each seat: wine, grain, cloth -> tokens
    earned: bool  # the active player has earned a second part of this turn, and it is still to come
    second: bool  # this is the second part of the turn
