"""Chooses the move that looks best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.expansions.cities_knights.moves import AnswerGive
from rules.catan.moves import Discard
from rules.core import Chance, Move

from ..player import Imagine
from . import building, cards, city, developments, progress, robber, setup, trading, warfare  # noqa: F401  (scorers)
from .reading import Reading
from .scores import score


class CatanPlayer:
    """Greedy on what its seat sees. Its luck decides between places that are nearly alike."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        reading = Reading(view, chance)
        first = legal[0]
        if isinstance(first, (Discard, AnswerGive)):  # there may be thousands
            return type(first)(cards.given_up(reading))
        return max((*legal, *trading.invented(reading)), key=lambda move: score(reading, move))


PLAYER: Final = CatanPlayer()
