"""What may still come: the tiles left, and how likely a hole in the landscape is filled with one of them.

Only how many of each tile are left counts, never their order: that is hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FITS, NEED_BITS, NEEDS, TURNED

from .extra import extras

T = TypeVar("T")

ATTENTION: Final = 0.55  # how many of its turns a player can spend on one end of a feature
FOREIGN: Final = 0.12  # how much the turns of all others help
SURE: Final = 0.88  # something always comes between
ANOTHER: Final = 0.95  # and with each further end
DEAD: Final = 0.03  # nothing printed fits any more: something else might
COURSES: Final = (NEEDS["R"], NEEDS["C"])

# By turned tile and edge: the segments of roads and cities that run out there, in the order of `into`.
RUNS_OUT: Final = tuple(
    tuple(tuple(i for i in turned.into[edge] if turned.opens[i]) for edge in range(4)) for turned in TURNED
)


class Odds:
    """The same for everything that is tried before one decision."""

    __slots__ = ("_asks", "_cells", "_fits", "_known", "counts", "extras", "hole", "left", "turns")

    def __init__(self, s: CarcassonneState) -> None:
        self.extras = extras(s.hooks)
        self.counts = Counter(s.pile[s.drawn :])
        for coming in (*s.hooks.kept, *s.hooks.coming):
            self.counts.update(coming(s))
        self.left = sum(self.counts.values())
        self.turns = self.left / s.seats  # of each player
        self.hole = max((DEAD, *(hole(s) for hole in self.extras.hole)))
        self._fits = [(FITS[tile], n) for tile, n in self.counts.items()]
        self._cells: dict[int, float] = {}
        self._asks: dict[int, bool] = {}
        self._known: dict[Callable[[Odds], Any], Any] = {}

    def once(self, ask: Callable[[Odds], T]) -> T:
        """The answer to a question about what may still come, worked out once."""
        if ask not in self._known:
            self._known[ask] = ask(self)
        answer: T = self._known[ask]
        return answer

    def asks(self, need: int) -> bool:
        """Does any road or city run into such a cell?"""
        found = self._asks.get(need)
        if found is None:
            found = self._asks[need] = any(need >> NEED_BITS * edge & 7 in COURSES for edge in range(4))
        return found

    def cell(self, need: int) -> float:
        """How likely a player gets a cell filled whose neighbours ask this, if it wants to."""
        found = self._cells.get(need)
        if found is None:
            found = self._cells[need] = self._cell(need)
        return found

    def _cell(self, need: int) -> float:
        fitting = sum([n for fits, n in self._fits if fits[need]])
        if not fitting:
            return self.hole
        tries = self.turns * ATTENTION + (self.left - self.turns) * FOREIGN
        missed: float = (1.0 - fitting / self.left) ** tries
        return max(self.hole, 1.0 - missed)

    def effort(self, ends: int) -> float:
        """How likely there is time for so many ends."""
        return min(1.0, self.turns * ATTENTION / ends) * SURE * ANOTHER ** (ends - 1)

    def fade(self, turns: float) -> float:
        """What is worth 1 while at least so many turns are left, and less towards the end."""
        return min(1.0, self.turns / turns)
