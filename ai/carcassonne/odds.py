"""The odds of coming tiles: probabilities that an empty cell is filled with one of the remaining tiles.

Only the counts of the remaining tiles matter, never their hidden order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FITS, NEED_BITS, NEEDS, TURNED

from .extra import extras_in_play

T = TypeVar("T")

ATTENTION: Final = 0.55  # share of its turns a player can spend on one end of a feature
FOREIGN: Final = 0.12  # help from the turns of all others
MOST_PROBABLE: Final = 0.88  # upper limit of a probability
FURTHER_END: Final = 0.95  # factor per further end
NO_TILE_FITS: Final = 0.03  # probability that such a cell is filled nevertheless
COURSES: Final = (NEEDS["R"], NEEDS["C"])

# Turned tile and edge -> the segments of roads and cities ending there, in the order of `into`.
RUNS_OUT: Final = tuple(
    tuple(tuple(i for i in turned.into[edge] if turned.opens[i]) for edge in range(4)) for turned in TURNED
)

# Requirement of the neighbours -> whether a road or city runs into such a cell.
NEEDS_ROAD_OR_CITY: Final = tuple(
    any(need >> NEED_BITS * edge & 7 in COURSES for edge in range(4)) for need in range(len(FITS[0]))
)


class Odds:
    """Odds common to all moves tried for one decision. `before`: earlier odds, whose counts are reused."""

    __slots__ = (
        "_before",
        "_cells",
        "_efforts",
        "_fits",
        "_fitting",
        "_gone",
        "_known",
        "counts",
        "extras",
        "hole",
        "left",
        "turns",
    )

    def __init__(self, s: CarcassonneState, before: Odds | None = None) -> None:
        self.extras = extras_in_play(s.hooks)
        self.counts = Counter(s.pile[s.drawn :])
        for coming in (*s.hooks.kept, *s.hooks.coming):
            self.counts.update(coming(s))
        self.left = sum(self.counts.values())
        self.turns = self.left / s.seats  # per player
        self.hole = max((NO_TILE_FITS, *(hole(s) for hole in self.extras.hole)))
        self._fits = [(FITS[tile], n) for tile, n in self.counts.items()]
        self._before = before if before is not None and self.counts.keys() <= before.counts.keys() else None
        if self._before is not None:
            get = self.counts.get
            self._gone = [
                (FITS[tile], n - get(tile, 0)) for tile, n in self._before.counts.items() if n != get(tile, 0)
            ]
        self._fitting: dict[int, int] = {}
        self._cells: dict[int, float] = {}
        self._efforts: dict[int, float] = {}
        self._known: dict[Callable[[Odds], Any], Any] = {}

    def once(self, compute: Callable[[Odds], T]) -> T:
        """A value that depends only on what may still come, computed once."""
        if compute not in self._known:
            self._known[compute] = compute(self)
        answer: T = self._known[compute]
        return answer

    def cell(self, need: int) -> float:
        """The probability that a player can fill a cell with this requirement."""
        found = self._cells.get(need)
        if found is None:
            found = self._cells[need] = self._cell(need)
        return found

    def _cell(self, need: int) -> float:
        fitting = self.fitting(need)
        if not fitting:
            return self.hole
        tries = self.turns * ATTENTION + (self.left - self.turns) * FOREIGN
        missed: float = (1.0 - fitting / self.left) ** tries
        return max(self.hole, 1.0 - missed)

    def fitting(self, need: int) -> int:
        """The number of remaining tiles that fit into such a cell."""
        found = self._fitting.get(need)
        if found is None:
            if self._before is None:
                found = sum([n for fits, n in self._fits if fits[need]])
            else:
                found = self._before.fitting(need) - sum([n for fits, n in self._gone if fits[need]])
            self._fitting[need] = found
        return found

    def effort(self, ends: int) -> float:
        """The probability that there is time for that many ends."""
        found = self._efforts.get(ends)
        if found is None:
            turns_per_end = self.turns * ATTENTION / ends
            found = self._efforts[ends] = min(1.0, turns_per_end) * MOST_PROBABLE * FURTHER_END ** (ends - 1)
        return found

    def fade(self, turns: float) -> float:
        """A factor: 1 while at least `turns` turns are left, falling towards the end."""
        return min(1.0, self.turns / turns)
