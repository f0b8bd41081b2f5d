"""The odds of coming tiles: probabilities that an empty cell is filled with one of the remaining tiles.

Only the counts of the remaining tiles matter, never their hidden order.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FITS, NEED_BITS, NEEDS, TURNED

from ..cache import ValueCache
from .extra import extras_in_play

ATTENTION: Final = 0.55  # share of its turns a player can spend on one end of a feature
FOREIGN: Final = 0.12  # help from the turns of all others
MOST_PROBABLE: Final = 0.88  # upper limit of a probability
FURTHER_END: Final = 0.95  # factor per further end
NO_TILE_FITS: Final = 0.03  # probability that such a cell is filled nevertheless
COURSES: Final = (NEEDS["R"], NEEDS["C"])

# Turned tile and edge -> the segments of roads and cities ending there, in the order of `into`.
RUNS_OUT: Final = tuple(
    tuple(tuple(i for i in turned.seam_into[edge] if turned.printed_open_ends[i]) for edge in range(4))
    for turned in TURNED
)

# Requirement of the neighbours -> whether a road or city runs into such a cell.
NEEDS_ROAD_OR_CITY: Final = tuple(
    any(need >> NEED_BITS * edge & 7 in COURSES for edge in range(4)) for need in range(len(FITS[0]))
)


class Odds(ValueCache):
    """Odds common to all moves tried for one decision. `before`: earlier odds, whose counts are reused."""

    __slots__ = (
        "_before",
        "_cells",
        "_efforts",
        "_fits",
        "_fitting",
        "_gone",
        "_known",
        "extras",
        "hole_fill_chance",
        "tile_counts",
        "tiles_left",
        "turns_left",
    )

    def __init__(self, s: CarcassonneState, before: Odds | None = None) -> None:
        self.extras = extras_in_play(s.hooks)
        self.tile_counts = Counter(s.pile[s.drawn :])
        for coming in (*s.hooks.list_kept_tiles, *s.hooks.list_tiles_added_later):
            self.tile_counts.update(coming(s))
        self.tiles_left = sum(self.tile_counts.values())
        self.turns_left = self.tiles_left / s.seats  # per player
        self.hole_fill_chance = max((NO_TILE_FITS, *(hole(s) for hole in self.extras.hole_fill_chance)))
        self._fits = [(FITS[tile], n) for tile, n in self.tile_counts.items()]
        self._before = before if before is not None and self.tile_counts.keys() <= before.tile_counts.keys() else None
        if self._before is not None:
            get = self.tile_counts.get
            self._gone = [
                (FITS[tile], n - get(tile, 0)) for tile, n in self._before.tile_counts.items() if n != get(tile, 0)
            ]
        self._fitting: dict[int, int] = {}
        self._cells: dict[int, float] = {}
        self._efforts: dict[int, float] = {}
        super().__init__()

    def fill_chance(self, need: int) -> float:
        """The probability that a player can fill a cell with this requirement."""
        found = self._cells.get(need)
        if found is None:
            found = self._cells[need] = self._compute_fill_chance(need)
        return found

    def _compute_fill_chance(self, need: int) -> float:
        fitting = self.count_fitting_tiles(need)
        if not fitting:
            return self.hole_fill_chance
        tries = self.turns_left * ATTENTION + (self.tiles_left - self.turns_left) * FOREIGN
        missed: float = (1.0 - fitting / self.tiles_left) ** tries
        return max(self.hole_fill_chance, 1.0 - missed)

    def count_fitting_tiles(self, need: int) -> int:
        """The number of remaining tiles that fit into such a cell."""
        found = self._fitting.get(need)
        if found is None:
            if self._before is None:
                found = sum([n for fits, n in self._fits if fits[need]])
            else:
                found = self._before.count_fitting_tiles(need) - sum([n for fits, n in self._gone if fits[need]])
            self._fitting[need] = found
        return found

    def chance_of_time(self, ends: int) -> float:
        """The probability that there is time for that many ends."""
        found = self._efforts.get(ends)
        if found is None:
            turns_per_end = self.turns_left * ATTENTION / ends
            found = self._efforts[ends] = min(1.0, turns_per_end) * MOST_PROBABLE * FURTHER_END ** (ends - 1)
        return found

    def fade_near_end(self, turns: float) -> float:
        """A factor: 1 while at least `turns` turns are left, falling towards the end."""
        return min(1.0, self.turns_left / turns)
