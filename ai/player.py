"""What a machine player is, and which there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rules.core import Chance, Game, Move


class Imagine:
    """Called: a fresh copy of the position in which everything the seat cannot know is dealt anew, each time otherwise.
    `luck` is that of whoever imagines, not the game's."""

    __slots__ = ("_state", "game", "luck", "seat")

    def __init__(self, game: Game[Any], state: Any, seat: int, luck: Chance) -> None:
        self.game, self._state, self.seat, self.luck = game, state, seat, luck

    def __call__(self) -> Any:
        twin = self._state.copy()
        self.game.shuffle_hidden(twin, self.seat, self.luck)
        return twin


class Player(Protocol):
    """A machine at a seat."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        """One of the legal moves, or one of a kind that is not listed. Depends on the arguments alone; `chance` is the
        player's own luck, not the game's."""

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        """What it does where it is invited to move while nobody waits for it; None: nothing.

        To be asked once for each invitation: who may change their mind could do so for ever.
        """
        return self.choose(view, legal, imagine, chance) if legal else None


def moves_to_consider(game: Game[Any], s: Any, seat: int, luck: Chance) -> list[Move]:
    """What a machine chooses among: the listed moves, and examples of kinds of which none is listed.

    Where some of a kind are listed, these are the sensible ones: any bid at all, drawn at random, would decide a game.
    """
    listed = list(game.legal(s, seat))
    kinds = {move.kind for move in listed}
    return [*listed, *(move for move in game.samples(s, seat, luck) if move.kind not in kinds)]
