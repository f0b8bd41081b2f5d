"""The Wedding: players with more points give two cards."""  # catan.md 10.6, 8.2 D18

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rules.catan import effects
from rules.catan.cards import count_cards
from rules.catan.choosing import ChooseCards
from rules.catan.places import OUT
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..moves import AnswerGive
from ..realm import Realm
from .card import Progress

EACH: Final = 2


@dataclass(frozen=True, slots=True)
class CardWedding(Move):
    """Players with more points give two cards: `card-wedding`."""

    kind: ClassVar[str] = "card-wedding"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardWedding()


class Wedding(Progress):
    """Givers choose the cards, unless they have no more than they owe."""

    key = "wedding"
    move = CardWedding

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if max(s.points) > s.points[seat]:
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        hands = s.hands
        owed = tuple(
            (other, min(EACH, count_cards(hands[other])))
            for other in s.seats_from_active()
            if s.points[other] > s.points[seat] and hands[other]
        )
        if owed:
            forced = tuple((other, hands[other]) for other, n in owed if n == count_cards(hands[other]))
            ctx.push(Gifts(owed, forced, seat))
        else:
            ctx.emit("catan.play.nobody", seat=seat)


@dataclass(frozen=True, slots=True)
class Gifts(ChooseCards):
    """Players with at most two cards give them without asking. Only giver and receiver see them."""

    kind: ClassVar[str] = "catan.ck.gifts"
    phrase_key: ClassVar[str] = "give"
    answer_type: ClassVar[type[Move]] = AnswerGive
    taker: int = OUT

    def apply_all_choices(self, ctx: Ctx, cards_by_seat: list[tuple[int, int]]) -> None:
        for seat, cards in cards_by_seat:
            effects.give_cards(ctx.s, seat, self.taker, cards)
            seats: dict[str, Any] = {"seat": seat, "to_seat": self.taker}
            ctx.emit("catan.play.gift", **seats, n=count_cards(cards))
            ctx.emit("catan.play.gift_own", to=seats.values(), **seats, cards=effects.card_names(cards))


CARD: Final = Wedding()
