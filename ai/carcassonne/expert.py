"""Thinks ahead: the few moves that promise most, each tried in the same imagined orders of the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Game, Move

from ..player import Imagine
from ..search import Expert
from . import expansions
from .chances import chances, values
from .rollout import play_on
from .search import Search
from .situation import Situation

KNOWN: Final = expansions
IDEAS: Final = 6
AHEAD: Final = 2  # turns
PRESENT: Final = 0.5  # the part of the judgement that is made before playing on


class Judging(Search):
    """Compares by what the judge thinks."""

    __slots__ = ()

    def judged(self, r: Situation) -> float:
        return lead(values(r), self.seat)


def lead(worth: list[float], seat: int) -> float:
    """How far a seat is ahead of the others."""
    others = [value for other, value in enumerate(worth) if other != seat]
    return worth[seat] - sum(others) / len(others)


class CarcassonneExpert(Expert):
    simulations = 600

    def ideas(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Sequence[Move]:
        s = imagine()
        search = Judging(s, imagine.seat)
        if search.odds.extras.decides:
            for ask in search.odds.extras.decides:
                decided = ask(search, legal)
                if decided is not None:
                    return [decided]
        return search.ranked(legal, IDEAS)

    def outlook(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        first = chances(game, s)
        if game.over(s):
            return first
        play_on(game, s, AHEAD)
        return [PRESENT * a + (1 - PRESENT) * b for a, b in zip(first, chances(game, s), strict=True)]


EXPERT: Final = CarcassonneExpert()
