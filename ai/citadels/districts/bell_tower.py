"""Knowledge about the Bell Tower."""

from __future__ import annotations

from typing import Final

from rules.citadels.districts.bell_tower import RingBell

from ..card_knowledge import DistrictPlay
from ..scores import scorer_for
from ..situation import Situation

PLAY: Final = DistrictPlay(effect_value=1.0)


@scorer_for(RingBell)
def score_bell(r: Situation, move: RingBell) -> float:
    """A shorter game favours the leader."""
    fullest = max(len(r.view.players[seat].city) for seat in r.others)
    return (len(r.city) - fullest) + r.lead_if_scored_now / 4
