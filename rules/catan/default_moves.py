"""Default moves: the value of places, and where the clock builds."""

from __future__ import annotations

from collections.abc import Iterable

from .layout import DESERT
from .moves import FreeRoad, Setup
from .network import longest_through
from .state import CatanState


def hex_pips(s: CatanState, hex_: int) -> int:
    """The number of dice throws out of 36 for which the hex produces."""
    return 6 - abs(7 - s.tokens[hex_]) if s.tokens[hex_] else 0


def corner_pips(s: CatanState, corner: int) -> int:
    """The pips of the hexes around a corner."""
    return sum(hex_pips(s, h) for h in s.layout.hexes_at[corner])


def best_start(s: CatanState, moves: Iterable[Setup]) -> Setup:
    """The corner with most pips, then with most terrains; the road leads towards the next best free corner."""
    around, beside, ends = s.layout.hexes_at, s.layout.beside, s.layout.ends
    shut = s.near | s.stand

    def worth(move: Setup) -> tuple[int, int, int]:
        v = move.corner
        terrains = {s.terrain[h] for h in around[v]} - {DESERT}
        beyond = sum(ends[move.path]) - v
        ahead = [corner_pips(s, w) for w in beside[beyond] if w != v and not shut >> w & 1]
        return corner_pips(s, v), len(terrains), max(ahead, default=0)

    return max(moves, key=worth)


def best_road(s: CatanState, seat: int, moves: Iterable[FreeRoad]) -> FreeRoad:
    """The road that makes the longest trail; of equals the first."""

    def length(move: FreeRoad) -> int:
        roads = s.roads[:]
        roads[move.path] = seat
        return longest_through(s.layout, roads, s.held, seat, move.path)

    return max(moves, key=length)
