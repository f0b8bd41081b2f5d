"""Starting places of the normal player: of the best corners the one the judge prefers after all have placed.

The value of a place depends on the other players' choices, which no score of a corner reflects. The other players are
assumed to follow the scores. Measured without modules only: `docs/machines/catan.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.catan.moves import Setup
from rules.core import Chance, play

from ..player import Imagine
from ..search import play_until_rest
from .chances import win_chances
from .policy import best_scored_move

MOST: Final = 10  # considered corners
KEY: Final = bytes(16)  # nothing is drawn during placement


def best_road_per_corner(moves: Sequence[Setup], most: int = MOST) -> list[Setup]:
    """The best road for each of the best corners. `moves`: best first."""
    found: dict[int, Setup] = {}
    for move in moves:
        found.setdefault(int(move.corner), move)
    return list(found.values())[:most]


def choose_first_place(imagine: Imagine, moves: Sequence[Setup]) -> Setup:
    """The move (given best first) with the best winning chance."""
    game, seat, s = imagine.game, imagine.seat, imagine()
    candidates = best_road_per_corner(moves)
    chances = []
    for move in candidates:
        after = play(game, s, seat, move).state
        placed = play_until_rest(game, after, Chance(KEY), best_scored_move, lambda later: bool(later.turn))
        chances.append(win_chances(placed)[seat])
    return candidates[chances.index(max(chances))]
