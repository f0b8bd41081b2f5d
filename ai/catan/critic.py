"""Who looks back: the judge, at every position; while starting buildings are placed, at what they will come to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game

from ..review import Critic
from .chances import chances
from .expert import EXPERT
from .rollout import played_out


class CatanCritic(Critic):
    def glimpses(self, game: Game[Any]) -> int:
        return 2

    def simulations(self, game: Game[Any]) -> int:
        return 60

    def judged(self, game: Game[Any], s: CatanState, luck: Chance) -> Sequence[float]:
        return chances(s if s.turn else played_out(game, s, luck))

    def glimpse(self, game: Game[Any], s: CatanState, luck: Chance) -> Sequence[float]:
        return self.judged(game, s, luck)

    def outlook(self, game: Game[Any], s: CatanState, luck: Chance) -> Sequence[float]:
        """Of starting places one sees more when all have had a turn."""
        return EXPERT.outlook(game, s if s.turn else played_out(game, s, luck), luck)

    def at(self, s: CatanState) -> int:
        return s.turn


CRITIC: Final = CatanCritic()
