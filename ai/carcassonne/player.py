"""The normal player: the move with the best resulting position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Move

from ..player import Imagine, Player
from . import expansions
from .search import Search

REGISTERED: Final = expansions  # imported to register them


class CarcassonnePlayer(Player):
    """Greedy: tries every move on a copy. Uses neither hidden information nor chance."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        s = imagine()
        return self.best_move(s, min(s.agenda[-1].waiting(s)), legal)

    def best_move(self, s: CarcassonneState, seat: int, legal: Sequence[Move]) -> Move:
        """The best of several moves for that seat."""
        search = Search(s, seat)
        for decide in search.odds.extras.decide_at_once:
            decided = decide(search, legal)
            if decided is not None:
                return decided
        return search.best_move(legal)


PLAYER: Final = CarcassonnePlayer()
