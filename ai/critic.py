"""Critics: knowledge about one game for reviews."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol, cast

from rules.core import Chance, Game, Move

from .sensible import find_in_game_package

REDRAWS: Final = 16  # redraws of the chance of a move, for its expectation


class Critic(Protocol):
    """Knowledge about one game for reviews. A module `ai/<game>` provides one as `CRITIC`."""

    def glimpses(self, game: Game[Any]) -> int:
        """The number of imagined positions for surveying a decision."""

    def simulations(self, game: Game[Any]) -> int:
        """The number of simulations for weighing a decision."""

    def judged(self, game: Game[Any], s: Any, luck: Chance) -> Sequence[float]:
        """Each seat's winning chance, 0 to 1, with all cards open; takes about a millisecond. Does not change `s`."""

    def glimpse(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """The winning chances right after a decision in the imagined position `before`. May change `s`."""
        return self.outlook(game, s, luck, before)

    def closes(self, move: Move) -> bool:
        """Whether the move gives up everything still possible in a turn. A preparing move looks no better than such a
        move right after it: these decisions are surveyed with `outlook`."""
        return False

    def outlook(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        """The winning chances with a longer look, counted from `before`, to confirm a mistake. May change `s`."""

    def ends(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[int] | None:
        """The final points of the seats, played out by quick players; None: not available. May change `s`."""
        return None

    def fates(self, game: Game[Any], s: Any, move: Move, luck: Chance) -> Sequence[tuple[float, tuple[int, ...]]]:
        """Possible outcomes of the chance of a move: (probability, numbers drawn first); the probabilities sum to 1."""
        return [(1 / REDRAWS, ())] * REDRAWS

    def at(self, s: Any) -> int:
        """The turn, tile or round of a position: the x axis of the chart."""


def own_critic(module: str) -> Critic | None:
    """The critic of the game with that view module; None: it has none."""
    return cast(Critic | None, find_in_game_package(module, "CRITIC"))
