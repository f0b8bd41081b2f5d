"""The critic for reviews: the judge; for decisions, after the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.citadels.state import CitadelsState
from rules.core import Chance, Game

from ..critic import Critic
from ..search import final_chances
from .chances import chances_by_weights
from .expert import EXPERT


class CitadelsCritic(Critic):
    def glimpses(self, game: Game[Any]) -> int:
        return 4

    def simulations(self, game: Game[Any]) -> int:
        return 240

    def judged(self, game: Game[Any], s: CitadelsState, luck: Chance) -> Sequence[float]:
        return chances_by_weights(s) if s.agenda else final_chances(game.winners(s), s.seats)

    def outlook(self, game: Game[Any], s: CitadelsState, luck: Chance, before: CitadelsState) -> Sequence[float]:
        return EXPERT.outlook(game, s, luck, before)

    def at(self, s: CitadelsState) -> int:
        return s.round


CRITIC: Final = CitadelsCritic()
