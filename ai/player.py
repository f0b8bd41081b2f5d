"""The protocol of machine players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rules.core import Chance, Game, Move


class Imagine:
    """Callable that returns a fresh copy of the position with all information hidden from the seat reshuffled. `luck`:
    random source of the player, not of the game."""

    __slots__ = ("_state", "game", "luck", "seat")

    def __init__(self, game: Game[Any], state: Any, seat: int, luck: Chance) -> None:
        self.game, self._state, self.seat, self.luck = game, state, seat, luck

    def __call__(self) -> Any:
        imagined = self._state.copy()
        self.game.shuffle_hidden(imagined, self.seat, self.luck)
        return imagined


class Player(Protocol):
    """A machine player."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        """A legal move, listed or not. Depends on the arguments alone; `chance` is the player's own, not the game's."""

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        """The response to an invitation; None: no move. Called once per invitation, because a machine that changes its
        mind could do so forever."""
        return self.choose(view, legal, imagine, chance) if legal else None


def moves_to_consider(game: Game[Any], s: Any, seat: int, luck: Chance) -> list[Move]:
    """The candidate moves of a machine: all listed moves, and samples of kinds of which none is listed. Partly listed
    kinds are not sampled: their listed moves are the sensible ones, and a random bid could decide a game."""
    listed = list(game.legal(s, seat))
    kinds = {move.kind for move in listed}
    return [*listed, *(move for move in game.sample_unlisted_moves(s, seat, luck) if move.kind not in kinds)]
