"""The Merchant Fleet: trade one kind of card 2:1 in this turn."""  # catan.md 10.5

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.cards import CARDS, NUMBER
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..realm import Realm, realm_of
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardMerchantFleet(Move):
    """Trade one kind of card 2:1 in this turn: `card-merchant-fleet wool`."""

    kind: ClassVar[str] = "card-merchant-fleet"
    group: ClassVar[str | None] = "card"
    card: str


MOVES: Final = tuple(map(CardMerchantFleet, CARDS))


class MerchantFleet(Progress):
    """A second Merchant Fleet in the same turn is for another kind of card."""

    key = "merchant-fleet"
    move = CardMerchantFleet

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += [move for kind, move in enumerate(MOVES) if not realm.fleet >> kind & 1]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardMerchantFleet)
        realm_of(ctx.s).fleet |= 1 << NUMBER[move.card]
        ctx.emit("catan.play.fleet", seat=seat, card=move.card)

    def kinds_traded_2_to_1(self, s: CatanState, realm: Realm, seat: int) -> int:
        return realm.fleet if seat == s.active else 0


CARD: Final = MerchantFleet()
