"""Chooses the move that leads to the best position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.core import Chance, Move

from ..player import Imagine, Player
from . import extras
from .search import Search

KNOWN: Final = extras  # importing them is what makes them known


class CarcassonnePlayer(Player):
    """Greedy: it tries what it may do on a copy of the table. Nothing that is hidden counts, and no luck of its own."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        s = imagine()
        search = Search(s, min(s.agenda[-1].waiting(s)))
        for ask in search.odds.extras.decides:
            decided = ask(search, legal)
            if decided is not None:
                return decided
        return search.best(legal)


PLAYER: Final = CarcassonnePlayer()
