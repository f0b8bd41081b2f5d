"""The random player: any legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core import Chance, Move

from .player import Imagine, Player


class RandomPlayer(Player):
    """Chooses the kind of move first, so that one kind with many places does not crowd out the others."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        kinds = sorted({move.kind for move in legal})
        kind = kinds[chance.below(len(kinds))]
        moves = [move for move in legal if move.kind == kind]
        return moves[chance.below(len(moves))]
