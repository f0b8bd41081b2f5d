"""Chooses the move that looks best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.core import Chance, Move

from ..player import Imagine, Player
from . import cards, characters, districts, draft, turn
from .plays import role
from .reading import Reading
from .scores import score

# Importing them is what makes their scorers known.
SCORING: Final = (cards, characters, districts, draft, turn)


class CitadelsPlayer(Player):
    """Greedy on what its seat sees. Its luck blurs whom it names and what it picks, so that nobody can foresee it."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        reading = Reading(view, chance)
        invented = role(reading.role).invented(reading, legal)
        return max((*legal, *invented), key=lambda move: score(reading, move))


PLAYER: Final = CitadelsPlayer()
