"""Knowledge about the Alchemist."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..situation import Situation


class Alchemist(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return -0.5 + min(3.0, 0.55 * min(6, r.view.players[seat].gold + 2))


PLAY: Final = Alchemist()
