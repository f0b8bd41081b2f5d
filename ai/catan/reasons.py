"""Reads the judge for whoever is told why a move is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game

from ..reasons import Read, Reader, Sequel, Theme
from .chances import feature_weights
from .judge_features import feature_rows, features_in_play
from .rollout import positions_to_judge, state_after_answers, state_after_turn
from .themes import list_themes


class CatanReader(Reader):
    """A move is judged by where it leads in the same turn, and some turns later."""

    family = "catan"

    def themes(self, game: Game[Any], s: CatanState) -> Sequence[Theme]:
        return list_themes(s)

    def read(self, game: Game[Any], s: CatanState) -> Sequence[Read]:
        words = tuple(word for told in features_in_play(s) for word in told.words)
        weights = feature_weights(tuple(s.ext), words)
        return [
            {word: (number, number * weight) for word, number, weight in zip(words, told, weights, strict=True)}
            for told in feature_rows(s)
        ]

    def made(self, game: Game[Any], s: CatanState, luck: Chance) -> CatanState | None:
        """With the answers to an offer; of starting places it matters what else is placed."""
        return state_after_answers(game, s.copy(), luck) if s.turn else None

    def looked(self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState) -> Sequel:
        """With the end of the turn first, whether a move is made before the dice or after them, or draws a card."""
        s = state_after_answers(game, s, luck)
        end = state_after_turn(game, s, luck, before.turn) if before.turn else s
        return Sequel([end, positions_to_judge(game, end, luck, before.turn)[-1]])


READER: Final = CatanReader()
