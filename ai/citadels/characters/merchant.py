"""Knowledge about the Merchant."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..situation import Situation


class Merchant(CharacterPlay):
    extra_gold = 1

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 1.2


PLAY: Final = Merchant()
