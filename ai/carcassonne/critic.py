"""Who looks back: the judge, when the tile in hand lies where a glance would lay it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Game

from ..review import Critic
from .chances import chances
from .expert import EXPERT
from .rollout import play_on


class CarcassonneCritic(Critic):
    glimpses = 3
    simulations = 200

    def judged(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        if game.over(s):
            return chances(game, s)
        twin = s.copy()
        play_on(game, twin, 0)
        return chances(game, twin)

    def glimpse(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        return EXPERT.outlook(game, s, luck)

    def at(self, s: CarcassonneState) -> int:
        return s.drawn


CRITIC: Final = CarcassonneCritic()
