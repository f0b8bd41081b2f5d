"""Knowledge about the King."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..situation import Situation


class King(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 0.1 if r.view.crown == seat else 0.5


PLAY: Final = King()
