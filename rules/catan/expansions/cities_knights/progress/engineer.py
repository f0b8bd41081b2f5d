"""The Engineer: a free city wall."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.places import Corner
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..cities import check_wall, put_wall, wall_places
from ..moves import CORNERS
from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardEngineer(Move):
    """Build a wall for free: `card-engineer v23`."""

    kind: ClassVar[str] = "card-engineer"
    group: ClassVar[str | None] = "card"
    corner: Corner


MOVES: Final = tuple(map(CardEngineer, CORNERS))


class Engineer(Progress):
    """Builds the wall under a city of the player that has none."""

    key = "engineer"
    move = CardEngineer

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [MOVES[corner] for corner in wall_places(s, realm, seat)]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        assert isinstance(move, CardEngineer)
        check_wall(s, seat, move.corner)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardEngineer)
        put_wall(ctx, seat, move.corner)


CARD: Final = Engineer()
