"""Scores for the Diplomat, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.diplomat import CardDiplomat
from rules.catan.network import SHORTEST, longest_trail
from rules.catan.places import OUT

from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.2


@scorer_for(CardDiplomat)
def score_diplomat(r: Situation, move: CardDiplomat) -> float:
    """A road of a leading player, best if that takes the Longest Road away."""
    owner = r.owner_by_path[move.path]
    if owner == r.me or owner == OUT:
        return -KEPT
    value = r.threats[owner] * 0.4
    if r.view.longest == owner:
        left = [*r.owner_by_path]
        left[move.path] = OUT
        length = longest_trail(r.layout, left, r.owner_by_corner, owner)
        most = max(player.road_length for seat, player in enumerate(r.view.players) if seat != owner)
        if length < SHORTEST or length < most:
            value += 2 * r.threats[owner] + (r.value_of_points(2) if r.mine.road_length > length else 0.0)
    return value - 2 * KEPT
