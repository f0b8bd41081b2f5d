"""Scores for the Crane, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.crane import CardCrane
from rules.catan.expansions.cities_knights.realm import ABILITY, TRACKS

from ....hand import hand_worth_change
from ....scores import scorer_for
from ....situation import Situation
from ..improvements import level_cost, level_gain

HELD: Final = 0.6


@scorer_for(CardCrane)
def score_crane(r: Situation, move: CardCrane) -> float:
    """Better for a high level."""
    track = TRACKS.index(move.track)
    late = 0.1 * (ABILITY - r.mine.improvements[track])
    return (
        level_gain(r, track) + hand_worth_change(r, less=level_cost(r, track, 1), got=("level", track)) - max(0.0, late)
    )
