"""The normal player: the move with the highest score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.core import Chance, Move

from ..player import Imagine, Player
from . import cards, characters, districts, draft, turn
from .card_knowledge import character_play
from .scores import score_move
from .situation import Situation

# Imported to register the scorers.
SCORING: Final = (cards, characters, districts, draft, turn)


class CitadelsPlayer(Player):
    """Greedy on the view of its seat. Its chance makes the characters it names and picks unpredictable."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        situation = Situation(view, chance)
        invented = character_play(situation.acting_character).unlisted_moves(situation, legal)
        return max((*legal, *invented), key=lambda move: score_move(situation, move))


PLAYER: Final = CitadelsPlayer()
