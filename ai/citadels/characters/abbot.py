"""The Abbot."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.abbot import Claim

from ..draft import richest
from ..plays import CharacterPlay
from ..reading import Reading
from ..scores import AT_ONCE, scores


class Abbot(CharacterPlay):
    def want(self, r: Reading, seat: int) -> float:
        return 0.4 + (0.7 if richest(r, seat) > r.view.players[seat].gold else 0.0)


PLAY: Final = Abbot()


@scores(Claim)
def claim(r: Reading, move: Claim) -> float:
    return AT_ONCE
