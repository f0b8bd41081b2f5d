"""Default moves: the value of places, and where the clock builds."""

from __future__ import annotations

from collections.abc import Iterable

from .fortune import WAYS
from .layout import DESERT
from .moves import FreeRoad, Setup
from .network import longest_trail_through
from .state import CatanState


def hex_pips(s: CatanState, hex_: int) -> int:
    """The number of dice throws out of 36 for which the hex produces."""
    return WAYS.get(s.tokens[hex_], 0)


def corner_pips(s: CatanState, corner: int) -> int:
    """The pips of the hexes around a corner."""
    return sum(hex_pips(s, hex_) for hex_ in s.layout.hexes_at[corner])


def best_start(s: CatanState, moves: Iterable[Setup]) -> Setup:
    """The corner with most pips, then with most terrains; the road leads towards the next best free corner."""
    blocked = s.corners_too_near | s.corners_occupied

    def worth(move: Setup) -> tuple[int, int, int]:
        corner = move.corner
        terrains = {s.terrain[hex_] for hex_ in s.layout.hexes_at[corner]} - {DESERT}
        far_corner = sum(s.layout.path_ends[move.path]) - corner
        next_corners = [
            other for other in s.layout.neighbour_corners[far_corner] if other != corner and not blocked >> other & 1
        ]
        best_ahead = max((corner_pips(s, other) for other in next_corners), default=0)
        return corner_pips(s, corner), len(terrains), best_ahead

    return max(moves, key=worth)


def best_road(s: CatanState, seat: int, moves: Iterable[FreeRoad]) -> FreeRoad:
    """The road that makes the longest trail; of equals the first."""

    def length(move: FreeRoad) -> int:
        roads = s.roads[:]
        roads[move.path] = seat
        return longest_trail_through(s.layout, roads, s.held, seat, move.path)

    return max(moves, key=length)
