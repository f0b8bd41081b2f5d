"""The reader of the judge's features, for reasons of advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game

from ..reasons import Read, Reader, Sequel, Theme
from .chances import feature_weights, words_in_play
from .judge_features import feature_rows
from .rollout import positions_to_judge, state_after_answers, state_after_turn
from .themes import list_themes


class CatanReader(Reader):
    """Judges a move at the end of the same turn, and some turns later."""

    family = "catan"

    def themes(self, game: Game[Any], s: CatanState) -> Sequence[Theme]:
        return list_themes(s)

    def read(self, game: Game[Any], s: CatanState) -> Sequence[Read]:
        words = words_in_play(s)
        weights = feature_weights(tuple(s.ext), words)
        return [
            {word: (number, number * weight) for word, number, weight in zip(words, row, weights, strict=True)}
            for row in feature_rows(s)
        ]

    def state_after_effects(self, game: Game[Any], s: CatanState, luck: Chance) -> CatanState | None:
        """After the answers to an offer; None for starting places, whose later effects are told."""
        return state_after_answers(game, s.copy(), luck) if s.turn else None

    def play_out_move(self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState) -> Sequel:
        """Includes the end of the turn, for comparable moves before and after the dice or a draw."""
        s = state_after_answers(game, s, luck)
        end = state_after_turn(game, s, luck, before.turn) if before.turn else s
        return Sequel([end, positions_to_judge(game, end, luck, before.turn)[-1]])


READER: Final = CatanReader()
