"""Knowledge about the Queen."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import CHARACTERS

from ..card_knowledge import CharacterPlay
from ..situation import Situation

CONSORT: Final = 4  # required rank of a neighbour


class Queen(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        """Two of the others are my neighbours; any of them may hold rank 4."""
        gone = any(CHARACTERS[c].rank == CONSORT for c in r.view.face_up)
        return 1.0 if gone else 1.2 + 3 * 2 / max(2, r.view.seats - 1)


PLAY: Final = Queen()
