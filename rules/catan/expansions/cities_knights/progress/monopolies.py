"""Common rule of the two Monopolies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.catan import effects
from rules.catan.cards import NUMBER, ONE, count_kind
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move

from ..realm import Realm
from .card import Progress


class Monopoly(Progress):
    """Every opponent gives a number of cards of the named kind, or all if fewer."""

    cards_per_opponent: ClassVar[int]
    moves: ClassVar[Mapping[str, Move]]  # card -> move

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves += self.moves.values()

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        named: Any = move
        if named.card not in self.moves:
            raise IllegalMove("catan.error.card_where", progress=self.key, where=self.key)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        named: Any = move
        kind = NUMBER[named.card]
        ctx.emit("catan.play.named", seat=seat, card=named.card)
        collected = 0
        for other in s.seats_from_active():
            count = min(self.cards_per_opponent, count_kind(s.hands[other], kind))
            if other != seat and count:
                collected += count
                effects.give_cards(s, other, seat, count * ONE[kind])
                cards = effects.card_names(count * ONE[kind])
                ctx.emit("catan.play.gave", reveals=True, seat=other, to_seat=seat, cards=cards)
        if not collected:
            ctx.emit("catan.play.gave_nothing", reveals=True, card=named.card)
