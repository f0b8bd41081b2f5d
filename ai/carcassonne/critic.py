"""Who looks back: the judge, when the tile in hand lies where a glance would lay it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Game

from ..review import Critic
from .chances import MANY, chances
from .expert import EXPERT, best_figure
from .rollout import play_on, present


class CarcassonneCritic(Critic):
    def glimpses(self, game: Game[Any]) -> int:
        return 1 if _crowded(game) else 3

    def simulations(self, game: Game[Any]) -> int:
        return 90 if _crowded(game) else 240

    def judged(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        if game.over(s):
            return chances(game, s)
        twin = s.copy()
        play_on(game, twin, 0)
        return chances(game, twin)

    def glimpse(self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState) -> Sequence[float]:
        if not _crowded(game) or game.over(s):
            return self.outlook(game, s, luck, before)
        return chances(game, present(game, s, before, best_figure(game, s, before)))

    def outlook(self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState) -> Sequence[float]:
        return EXPERT.outlook(game, s, luck, before)

    def ends(
        self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState
    ) -> Sequence[int] | None:
        """With many modules it takes too long."""
        if _crowded(game):
            return None
        if not game.over(s):
            play_on(game, s, len(s.pile), best_figure(game, s, before))
        return game.scores(s)

    def at(self, s: CarcassonneState) -> int:
        return s.drawn


def _crowded(game: Game[Any]) -> bool:
    return len(game.choices.modules) > MANY


CRITIC: Final = CarcassonneCritic()
