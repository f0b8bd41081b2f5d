"""The state of The Princess & the Dragon."""

from __future__ import annotations

from typing import ClassVar

from rules.carcassonne.state import CarcassonneState
from rules.core.saving import Slice

OFF_BOARD = -1  # beside the board


class Lair(Slice):
    """The dragon, the fairy, and their running actions."""

    kind: ClassVar[str] = "princess"
    dragon: int  # the position of its tile
    fairy: int  # likewise
    path: tuple[int, ...]  # the tiles of the dragon's last movement in this part, the one it started from first
    moving: bool  # whether it is still moving
    away: tuple[int, ...]  # tiles added with the first volcano
    declined: bool  # the princess of this tile was declined

    __slots__ = ("away", "declined", "dragon", "fairy", "moving", "path")

    def __init__(self, away: tuple[int, ...]) -> None:
        self.dragon = OFF_BOARD
        self.fairy = OFF_BOARD
        self.path = ()
        self.moving = False
        self.away = away
        self.declined = False

    def copy(self) -> Lair:
        new = Lair(self.away)
        new.dragon = self.dragon
        new.fairy = self.fairy
        new.path = self.path
        new.moving = self.moving
        new.declined = self.declined
        return new


def lair_of(s: CarcassonneState) -> Lair:
    return s.module_state(Lair)


def writable_lair(s: CarcassonneState) -> Lair:
    """The lair, unshared for modification."""
    return s.writable_module_state(Lair)
