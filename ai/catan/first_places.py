"""Starting places of the sensible player: of the best corners that which the judge likes best once all have placed.

What a place is worth depends on what the others will leave and take, which no score of a corner tells. Everybody after
goes on by those scores. Measured in the game without modules alone: `docs/machines/catan.md`.
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

MOST: Final = 10  # corners
KEY: Final = bytes(16)  # nothing is drawn before all stand


def best_road_per_corner(moves: Sequence[Setup], most: int = MOST) -> list[Setup]:
    """The best road of each of so many of the best corners. `moves`: the best first."""
    found: dict[int, Setup] = {}
    for move in moves:
        found.setdefault(int(move.corner), move)
    return list(found.values())[:most]


def choose_first_place(imagine: Imagine, moves: Sequence[Setup]) -> Setup:
    """Which of these moves, given the best first, leaves the best chances."""
    game, seat, s = imagine.game, imagine.seat, imagine()
    looked = best_road_per_corner(moves)
    told = []
    for move in looked:
        after = play_until_rest(
            game, play(game, s, seat, move).state, Chance(KEY), best_scored_move, lambda now: bool(now.turn)
        )
        told.append(win_chances(after)[seat])
    return looked[told.index(max(told))]
