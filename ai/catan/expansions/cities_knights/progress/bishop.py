"""What Bishop brings, and what it is worth in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.bishop import CardBishop

from .... import robber
from ....scores import scores
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.35


@scores(CardBishop)
def bishop(r: Situation, move: CardBishop) -> float:
    there = max(robber.blocking(r, h) + robber.takes(r, h) for h in range(len(r.terrain)) if h != r.robber)
    return there + robber.suffered(r) - 2 * KEPT
