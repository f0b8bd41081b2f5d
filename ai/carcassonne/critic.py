"""The critic for reviews: the judge's opinion after a quick lay of the tile in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.carcassonne.state import CarcassonneState
from rules.core import Chance, Game

from ..critic import Critic
from .chances import MANY, win_chances
from .expert import EXPERT, best_figure
from .rollout import play_on, position_to_judge


class CarcassonneCritic(Critic):
    def survey_position_count(self, game: Game[Any]) -> int:
        return 1 if _has_many_modules(game) else 3

    def weighing_simulations(self, game: Game[Any]) -> int:
        return 90 if _has_many_modules(game) else 240

    def chances_with_open_cards(self, game: Game[Any], s: CarcassonneState, luck: Chance) -> Sequence[float]:
        if game.over(s):
            return win_chances(game, s)
        twin = s.copy()
        play_on(game, twin, 0)
        return win_chances(game, twin)

    def chances_right_after(
        self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState
    ) -> Sequence[float]:
        if not _has_many_modules(game) or game.over(s):
            return self.chances_after_playing_on(game, s, luck, before)
        return win_chances(game, position_to_judge(game, s, before, best_figure(game, s, before)))

    def chances_after_playing_on(
        self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState
    ) -> Sequence[float]:
        return EXPERT.chances_after_playing_on(game, s, luck, before)

    def final_points(
        self, game: Game[Any], s: CarcassonneState, luck: Chance, before: CarcassonneState
    ) -> Sequence[int] | None:
        """None with many modules, where it takes too long."""
        if _has_many_modules(game):
            return None
        if not game.over(s):
            play_on(game, s, len(s.pile), best_figure(game, s, before))
        return game.scores(s)

    def chart_position(self, s: CarcassonneState) -> int:
        return s.drawn


def _has_many_modules(game: Game[Any]) -> bool:
    return len(game.choices.modules) > MANY


CRITIC: Final = CarcassonneCritic()
