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
    def survey_position_count(self, game: Game[Any]) -> int:
        return 4

    def weighing_simulations(self, game: Game[Any]) -> int:
        return 240

    def chances_with_open_cards(self, game: Game[Any], s: CitadelsState, luck: Chance) -> Sequence[float]:
        return chances_by_weights(s) if s.agenda else final_chances(game.winners(s), s.seats)

    def chances_after_playing_on(
        self, game: Game[Any], s: CitadelsState, luck: Chance, before: CitadelsState
    ) -> Sequence[float]:
        return EXPERT.chances_after_playing_on(game, s, luck, before)

    def chart_position(self, s: CitadelsState) -> int:
        return s.round


CRITIC: Final = CitadelsCritic()
