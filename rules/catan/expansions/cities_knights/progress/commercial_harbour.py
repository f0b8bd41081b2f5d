"""Commercial Harbour: trade resources for commodities, player by player."""  # catan.md 10.5, 8.2 D20, D21

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.catan import effects
from rules.catan.cards import CARDS, CLOTH, COMMODITIES, NUMBER, ONE, RESOURCES, count_kind, draw_kind
from rules.catan.moves import Pass
from rules.catan.state import CatanState, Ctx
from rules.catan.steps import Ask, CatanStep
from rules.core import ALONE, NOBODY, Chance, IllegalMove, Move, Phrase

from ..moves import COMMODITY, PASS_HARBOUR, AnswerCommodity, AnswerHarbour
from ..open_cards import OpenCards
from ..realm import Realm
from .card import Progress

COMMODITY_BITS: Final = sum(255 * ONE[NUMBER[card]] for card in COMMODITIES)


@dataclass(frozen=True, slots=True)
class CardCommercialHarbour(Move):
    """Swap resources for commodities, player by player: `card-commercial-harbour`."""

    kind: ClassVar[str] = "card-commercial-harbour"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardCommercialHarbour()
OFFERS: Final = tuple(tuple(AnswerHarbour(seat, card) for card in RESOURCES) for seat in range(6))


class CommercialHarbour(Progress):
    """Each opponent at most once, in any order."""

    key = "commercial-harbour"
    move = CardCommercialHarbour

    def legal(self, s: CatanState, r: Realm, seat: int, moves: list[Move]) -> None:
        others = any(s.hands[other] for other in range(s.seats) if other != seat)
        if others and s.hands[seat] & ~COMMODITY_BITS:
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        ctx.push(HarbourOffers(seat))


@dataclass(frozen=True, slots=True)
class HarbourOffers(CatanStep):
    """Offer a resource to a player not asked yet, repeatedly. Also asked with commodities only in hand."""

    kind: ClassVar[str] = "catan.ck.harbour"
    seat: int
    tried: tuple[int, ...] = ()
    done: bool = False

    def _others(self, s: CatanState) -> list[int]:
        return [n for n in range(s.seats) if n != self.seat and n not in self.tried and s.hands[n]]

    def waiting(self, s: CatanState) -> Collection[int]:
        return ALONE[self.seat] if not self.done and s.hands[self.seat] and self._others(s) else NOBODY

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.harbour")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        own = [kind for kind in range(len(RESOURCES)) if count_kind(s.hands[seat], kind)]
        return [*(OFFERS[other][kind] for other in self._others(s) for kind in own), PASS_HARBOUR]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, AnswerHarbour):
            if move.player not in self._others(s):
                raise IllegalMove("catan.error.harbour_whom")
            if move.card not in RESOURCES:
                raise IllegalMove("move.illegal", move=str(move))
            effects.must_pay(s, seat, ONE[NUMBER[move.card]])
        elif not isinstance(move, Pass):
            raise IllegalMove("catan.error.harbour_first")
        elif move != PASS_HARBOUR:
            raise IllegalMove("catan.error.pass_step", step=move.step)

    def answer(self, ctx: Ctx, seat: int, move: Move) -> HarbourOffers:
        if not isinstance(move, AnswerHarbour):
            ctx.emit("catan.play.harbour_closed", seat=seat)
            return replace(self, done=True)
        # Whether the step is asked must not depend on commodities.
        ctx.emit("catan.play.harbour", reveals=True, seat=seat, to_seat=move.player, card=move.card)
        if ctx.s.hands[move.player] & COMMODITY_BITS:
            ctx.push(HarbourGives(move.player, taker=seat, card=NUMBER[move.card]))
        else:
            ctx.emit("catan.play.harbour_void", reveals=True, seat=move.player, card=move.card)
        return replace(self, tried=(*self.tried, move.player))


@dataclass(frozen=True, slots=True)
class HarbourGives(Ask, OpenCards):
    """The player gives a commodity for the offered resource. Also asked if only one kind is possible."""

    kind: ClassVar[str] = "catan.ck.harbour.give"
    word: ClassVar[str] = "commodity"
    taker: int = 0
    card: int = 0  # the resource

    def legal(self, s: CatanState, seat: int) -> Iterable[AnswerCommodity]:
        return [move for n, move in enumerate(COMMODITY, CLOTH) if count_kind(s.hands[seat], n)]

    def fallback(self, s: CatanState, seat: int) -> Move:
        """The most frequent kind; of equals the first."""
        return max(self.legal(s, seat), key=lambda move: count_kind(s.hands[seat], NUMBER[move.card]))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerCommodity):
            raise IllegalMove("catan.error.commodity_first")
        if move.card not in COMMODITIES:
            raise IllegalMove("catan.error.commodity_which")
        effects.must_pay(s, seat, ONE[NUMBER[move.card]])

    def sure(self, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The offered resource, and some commodity of the giving player."""
        if seat == self.taker and not count_kind(cards, self.card):
            return cards + ONE[self.card]
        if seat == self.seat and not cards & COMMODITY_BITS:
            return cards + ONE[draw_kind(pool & COMMODITY_BITS, chance)]
        return cards

    def decided(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerCommodity)
        s = ctx.s
        given = NUMBER[move.card]
        effects.give_cards(s, self.taker, self.seat, ONE[self.card])
        effects.give_cards(s, self.seat, self.taker, ONE[given])
        effects.withdraw_spent(ctx, self.taker, ONE[self.card])
        ctx.emit("catan.play.harbour_done", seat=self.seat, to_seat=self.taker, card=CARDS[self.card])
        ctx.emit(
            "catan.play.harbour_done_own",
            to=[self.seat, self.taker],
            seat=self.seat,
            to_seat=self.taker,
            card=CARDS[given],
        )


CARD: Final = CommercialHarbour()
