"""The Saboteur: players with as many points discard half."""  # catan.md 10.6, 8.2 D19

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import count_cards
from rules.catan.robber import Discards
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardSaboteur(Move):
    """Players with as many points discard half: `card-saboteur`."""

    kind: ClassVar[str] = "card-saboteur"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardSaboteur()


class Saboteur(Progress):
    """Those players discard half of their hand, rounded down, however large it is."""

    key = "saboteur"
    move = CardSaboteur

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        own_points = s.points[seat]
        if any(s.points[other] >= own_points for other in range(s.seats) if other != seat):
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        own_points = s.points[seat]
        owed = tuple(
            (other, count_cards(s.hands[other]) // 2)
            for other in s.seats_from_active()
            if other != seat and s.points[other] >= own_points and count_cards(s.hands[other]) > 1
        )
        if owed:
            ctx.push(Discards(owed))
        else:
            ctx.emit("catan.play.nobody", seat=seat)


CARD: Final = Saboteur()
