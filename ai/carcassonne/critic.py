"""Who looks back: the judge, when the tile in hand lies where a glance would lay it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Game

from ..review import Critic
from .chances import MANY, chances, values
from .expert import EXPERT, best_figure
from .rollout import play_on

TOO_SURE: Final = 1.8  # by this factor the logarithms of the odds are too large then (24 games, `tools.calibrate`)


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
        return _tempered(game, chances(game, twin))

    def glimpse(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        if not _crowded(game) or game.over(s):
            return self.outlook(game, s, luck)
        play_on(game, s, 0, best_figure(s))
        return _tempered(game, chances(game, s))

    def outlook(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        return _tempered(game, EXPERT.judged(game, s, values))

    def at(self, s: CarcassonneState) -> int:
        return s.drawn


def _tempered(game: Game[Any], said: Sequence[float]) -> Sequence[float]:
    """What the judge says, who was taught by base games: with many modules a lead carries less far than it thinks."""
    if not _crowded(game):
        return said
    parts = [chance ** (1 / TOO_SURE) for chance in said]
    return [part / sum(parts) for part in parts]


def _crowded(game: Game[Any]) -> bool:
    return len(game.choices.modules) > MANY


CRITIC: Final = CarcassonneCritic()
