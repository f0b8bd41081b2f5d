"""Reads the judge for whoever is told why a move is good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game

from ..reasons import Read, Reader, Sequel, Theme
from .chances import row
from .facts import asked, features
from .rollout import ended, heard, looks
from .themes import themes


class CatanReader(Reader):
    """A move is judged by where it leads in the same turn, and some turns later."""

    family = "catan"

    def themes(self, game: Game[Any], s: CatanState) -> Sequence[Theme]:
        return themes(s)

    def read(self, game: Game[Any], s: CatanState) -> Sequence[Read]:
        words = tuple(word for told in asked(s) for word in told.words)
        weights = row(tuple(s.ext), words)
        return [
            {word: (number, number * weight) for word, number, weight in zip(words, told, weights, strict=True)}
            for told in features(s)
        ]

    def made(self, game: Game[Any], s: CatanState, luck: Chance) -> CatanState | None:
        """With the answers to an offer; of starting places it matters what else is placed."""
        return heard(game, s.copy(), luck) if s.turn else None

    def looked(self, game: Game[Any], s: CatanState, luck: Chance, before: CatanState) -> Sequel:
        """With the end of the turn first, whether a move is made before the dice or after them, or draws a card."""
        s = heard(game, s, luck)
        end = ended(game, s, luck, before.turn) if before.turn else s
        return Sequel([end, looks(game, end, luck, before.turn)[-1]])


READER: Final = CatanReader()
