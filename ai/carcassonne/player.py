"""Chooses the move that leads to the best position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Move

from ..player import Imagine, Player
from . import expansions
from .search import Search

KNOWN: Final = expansions  # importing them is what makes them known


class CarcassonnePlayer(Player):
    """Greedy: it tries what it may do on a copy of the table. Nothing that is hidden counts, and no luck of its own."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        s = imagine()
        return self.best(s, min(s.agenda[-1].waiting(s)), legal)

    def best(self, s: CarcassonneState, seat: int, legal: Sequence[Move]) -> Move:
        """What that seat does, of several moves."""
        search = Search(s, seat)
        for ask in search.odds.extras.decides:
            decided = ask(search, legal)
            if decided is not None:
                return decided
        return search.best(legal)


PLAYER: Final = CarcassonnePlayer()
