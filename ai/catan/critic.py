"""The critic for reviews: the judge at every position; during the set-up, at its expected outcome.

Where several players have yet to choose cards to lose or get, the position after their choice is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.fortune import WAYS
from rules.catan.moves import End, Roll
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move

from ..critic import Critic
from ..search import play_until_rest
from .chances import win_chances
from .coach import COACH
from .expert import average_chances
from .forced_outcomes import settle_turn
from .policy import best_scored_move
from .rollout import positions_to_judge

MOST_TURNS: Final = 250  # then an endless game is broken off


class CatanCritic(Critic):
    def survey_position_count(self, game: Game[Any]) -> int:
        return 2

    def weighing_simulations(self, game: Game[Any]) -> int:
        return 42 if game.choices.modules else 60  # with modules each takes longer

    def chances_with_open_cards(self, game: Game[Any], s: CatanState, luck: Chance) -> Sequence[float]:
        return win_chances(settle_turn(game, s, luck) if s.turn else positions_to_judge(game, s, luck, 0)[-1])

    def chances_right_after(self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState) -> Sequence[float]:
        return (
            self.chances_with_open_cards(game, s, luck)
            if before.turn
            else self.chances_after_playing_on(game, s, luck, before)
        )

    def gives_up_rest_of_turn(self, move: Move) -> bool:
        return isinstance(move, End)

    def chances_after_playing_on(
        self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState
    ) -> Sequence[float]:
        """Starting places are judged after a few turns of all or some players, if that does not take too long."""
        if not before.turn and not game.choices.modules:
            return COACH.chances_after_playing_on(game, s, luck, before)
        placed = s if s.turn else positions_to_judge(game, s, luck, 0)[-1]
        return average_chances(game, placed, luck, max(1, before.turn))

    def final_points(self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState) -> Sequence[int] | None:
        """None with modules, where it takes too long."""
        if game.choices.modules:
            return None
        last_turn = before.turn + MOST_TURNS
        end: CatanState = play_until_rest(game, s, luck, best_scored_move, lambda later: later.turn > last_turn)
        return game.scores(end)

    def chance_outcomes(
        self, game: Game[Any], s: CatanState, move: Move, luck: Chance
    ) -> Sequence[tuple[float, tuple[int, ...]]]:
        """Every sum of two dice with its probability, by one random combination."""
        if not isinstance(move, Roll):
            return super().chance_outcomes(game, s, move, luck)
        found = []
        for total, ways in WAYS.items():
            red = max(0, total - 7) + luck.below(ways)  # dice are drawn from 0
            found.append((ways / 36, (red, total - 2 - red)))
        return found

    def chart_position(self, s: CatanState) -> int:
        return s.turn


CRITIC: Final = CatanCritic()
