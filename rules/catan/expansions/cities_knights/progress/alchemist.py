"""The Alchemist: choose the number dice."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.state import CatanState, Ctx
from rules.catan.turn import DIE_SIDES, roll_dice
from rules.core import Move

from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardAlchemist(Move):
    """Set both number dice before the roll: `card-alchemist 3 4`."""

    kind: ClassVar[str] = "card-alchemist"
    group: ClassVar[str | None] = "card"
    red: int
    white: int


FACES: Final = range(1, DIE_SIDES + 1)
MOVES: Final = tuple(CardAlchemist(red, white) for red in FACES for white in FACES)


class Alchemist(Progress):
    """The event die is thrown as usual and takes effect first."""

    key = "alchemist"
    move = CardAlchemist
    is_played_before_dice = True

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += MOVES

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardAlchemist)
        roll_dice(ctx, (move.red, move.white))


CARD: Final = Alchemist()
