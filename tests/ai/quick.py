"""Somebody who thinks ahead in any game, quickly and badly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ai
from ai.search import Expert, play_until_rest
from rules.core import Chance, Game, Move


class Quick(Expert):
    """Tries a few moves, plays on at random for a while, and calls the share of points a chance, blurred by luck."""

    simulations = 12

    def __init__(self, moves: int = 6, depth: int = 6) -> None:
        self.moves, self.depth = moves, depth

    def candidate_moves(self, view: Any, legal: Sequence[Move], imagine: ai.Imagine, chance: Chance) -> Sequence[Move]:
        return legal[: self.moves]

    def chances_after_playing_on(self, game: Game[Any], s: Any, luck: Chance, before: Any) -> Sequence[float]:
        left = iter(range(self.depth))

        def anything(game: Game[Any], s: Any, seat: int, luck: Chance) -> Move:
            legal = list(game.legal(s, seat))
            return legal[luck.below(len(legal))]

        s = play_until_rest(game, s, luck, anything, lambda s: next(left, None) is None)
        points = [1 + max(0, score) for score in game.scores(s)]
        return [0.9 * score / sum(points) + 0.0001 * luck.below(1000) for score in points]
