"""Knowledge about the Abbot."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.abbot import Claim

from ..card_knowledge import CharacterPlay
from ..draft import richest_other_gold
from ..scores import AT_ONCE, scorer_for
from ..situation import Situation


class Abbot(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 1.4 + (0.7 if richest_other_gold(r, seat) > r.view.players[seat].gold else 0.0)


PLAY: Final = Abbot()


@scorer_for(Claim)
def score_claim(r: Situation, move: Claim) -> float:
    return AT_ONCE
