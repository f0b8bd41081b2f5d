"""The Abbot."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.abbot import Claim

from ..draft import richest
from ..plays import CharacterPlay
from ..scores import AT_ONCE, scores
from ..situation import Situation


class Abbot(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        return 1.4 + (0.7 if richest(r, seat) > r.view.players[seat].gold else 0.0)


PLAY: Final = Abbot()


@scores(Claim)
def claim(r: Situation, move: Claim) -> float:
    return AT_ONCE
