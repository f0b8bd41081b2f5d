"""Knowledge about the Queen."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import CHARACTERS

from ..card_knowledge import CharacterPlay
from ..situation import Situation

NEIGHBOUR_RANK: Final = 4  # of the neighbour who pays for it
PAYMENT: Final = 3  # gold


class Queen(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        """Two of the others are neighbours; any of them may hold the rank that pays."""
        is_out = any(CHARACTERS[character].rank == NEIGHBOUR_RANK for character in r.view.face_up)
        return 1.0 if is_out else 1.2 + PAYMENT * 2 / max(2, r.view.seats - 1)


PLAY: Final = Queen()
