"""A machine of Catan for tests of offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import ai
from rules.catan.moves import TradeOffer
from rules.core import Chance, Move


class Dealer:
    """Offers something to everybody once in a turn and then ends it; otherwise plays what comes first."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move:
        others = tuple(seat for seat in range(len(view.scores)) if seat != view.you)
        made = [replace(move, whom=others) for move in legal if isinstance(move, TradeOffer)]
        last = [move for move in legal if move.kind == "end"]
        return next(iter([*(made if view.phase == "main" and view.offer is None else []), *last, *legal]))

    def answer(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Move | None:
        return None
