"""The Smith: promote one or two knights for free."""  # catan.md 10.4

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.network import set_bits
from rules.catan.places import Corner
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move

from ..knights import check_promotion, promotable_knights, promote_knight
from ..moves import CORNERS
from ..realm import Realm, level_at
from .card import Progress

MOST: Final = 2


@dataclass(frozen=True, slots=True)
class CardSmith(Move):
    """Promote one or two knights for free, in this order: `card-smith v23,v30`."""

    kind: ClassVar[str] = "card-smith"
    group: ClassVar[str | None] = "card"
    knights: tuple[Corner, ...]


def realm_after_promotion(realm: Realm, seat: int, corner: int) -> Realm:
    """The realm as if that knight had been promoted."""
    promoted = realm.copy()
    level = level_at(realm, corner)
    promoted.ranks[level - 1] &= ~(1 << corner)
    promoted.ranks[level] |= 1 << corner
    promoted.promoted |= 1 << corner
    return promoted


class Smith(Progress):
    """Promotes different knights under the usual conditions; the first promotion may make room for the second."""

    key = "smith"
    move = CardSmith

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        for first in set_bits(promotable_knights(realm, seat)):
            moves.append(CardSmith((CORNERS[first],)))
            moves += [
                CardSmith((CORNERS[first], CORNERS[second]))
                for second in set_bits(promotable_knights(realm_after_promotion(realm, seat, first), seat))
            ]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        assert isinstance(move, CardSmith)
        if not 1 <= len(move.knights) <= MOST or len(set(move.knights)) < len(move.knights):
            raise IllegalMove("catan.error.smith_count")
        check_promotion(s, seat, move.knights[0])
        Progress.check(self, s, realm, seat, move)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardSmith)
        for corner in move.knights:
            promote_knight(ctx, seat, corner)


CARD: Final = Smith()
