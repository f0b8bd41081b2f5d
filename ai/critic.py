"""Critics: knowledge about one game for reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, cast

from rules.core import Chance, Game, Move

from .sensible import find_in_game_package

REDRAWS: Final = 16  # redraws of the chance of a move, for its expectation


class Critic(Protocol):
    """Knowledge about one game for reviews. A module `ai/<game>` provides one as `CRITIC`."""

    def survey_position_count(self, game: Game[Any]) -> int:
        """The number of imagined positions for surveying a decision."""

    def weighing_simulations(self, game: Game[Any]) -> int:
        """The number of simulations for weighing a decision."""

    def chances_with_open_cards(self, game: Game[Any], s: Any, luck: Chance) -> Sequence[float]:
        """Each seat's winning chance, 0 to 1, with all cards open; takes about a millisecond. Does not change `s`."""

    def chances_right_after(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """The winning chances right after a decision in the imagined position `before`. May change `s`."""
        return self.chances_after_playing_on(game, s, luck, before)

    def gives_up_rest_of_turn(self, move: Move) -> bool:
        """Whether the move gives up everything still possible in a turn. A preparing move looks no better than such a
        move right after it: these decisions are surveyed with `chances_after_playing_on`."""
        return False

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """The winning chances with a longer look, counted from `before`, to confirm a mistake. May change `s`."""

    def final_points(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[int] | None:
        """The final points of the seats, played out by quick players; None: not available. May change `s`."""
        return None

    def chance_outcomes(
        self, game: Game[Any], s: Any, move: Move, luck: Chance
    ) -> Sequence[tuple[float, tuple[int, ...]]]:
        """Possible outcomes of the chance of a move: (probability, numbers drawn first); the probabilities sum to 1."""
        return [(1 / REDRAWS, ())] * REDRAWS

    def chart_position(self, s: Any) -> int:
        """The turn, tile or round of a position: the x axis of the chart."""


def own_critic(module: str) -> Critic | None:
    """The critic of the game with that view module; None: it has none."""
    return cast(Critic | None, find_in_game_package(module, "CRITIC"))
