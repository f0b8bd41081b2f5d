"""A second look at the moves that score best: the judge tells which of them leaves the best chances, right after each.

It costs a millisecond and was measured in the game without modules alone: `docs/machines.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.catan.development import DevBuy
from rules.catan.moves import Bank, BuildCity, BuildRoad, BuildSettlement, End, Robber
from rules.core import Move, play

from ..player import Imagine
from .chances import chances

KINDS: Final = frozenset(
    kind.kind for kind in (Bank, BuildCity, BuildRoad, BuildSettlement, DevBuy, End, Robber)
)  # what follows from them is seen at once; cards that are played are chosen for what comes after
MOST: Final = 4  # moves
BEHIND: Final = 1.2  # points of victory, as they are scored, that a move may be worth less
AHEAD: Final = 0.004  # of a chance, by which it must be better than the first


def best(imagine: Imagine, found: Sequence[tuple[float, Move]]) -> Move:
    """The best of these moves, given with their scores, the best first."""
    least, first = found[0][0] - BEHIND, found[0][1]
    looked = [move for value, move in found if value >= least and move.kind in KINDS][:MOST]
    if first.kind not in KINDS or len(looked) < 2:
        return first
    s = imagine()
    told = [chances(play(imagine.game, s, imagine.seat, move).state)[imagine.seat] for move in looked]
    most = max(told)
    return looked[told.index(most)] if most > told[0] + AHEAD else first
