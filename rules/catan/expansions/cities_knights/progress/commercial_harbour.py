"""Commercial Harbour: trade resources for commodities, player by player."""  # catan.md 10.5, 8.2 D20, D21

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from rules.catan import effects
from rules.catan.cards import CARDS, CLOTH, COMMODITIES, NUMBER, ONE, RESOURCES, count_kind, draw_kind
from rules.catan.moves import Pass
from rules.catan.state import MOST_SEATS, CatanState, Ctx
from rules.catan.steps import Ask, CatanStep
from rules.core import NOBODY, ONLY_SEAT, Chance, IllegalMove, Move, Phrase

from ..moves import COMMODITY, PASS_HARBOUR, AnswerCommodity, AnswerHarbour
from ..open_cards import OpenCards
from ..realm import Realm
from .card import Progress

COMMODITY_BITS: Final = sum(255 * ONE[NUMBER[card]] for card in COMMODITIES)  # all bits of the commodities in a hand


@dataclass(frozen=True, slots=True)
class CardCommercialHarbour(Move):
    """Swap resources for commodities, player by player: `card-commercial-harbour`."""

    kind: ClassVar[str] = "card-commercial-harbour"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardCommercialHarbour()
OFFERS: Final = tuple(tuple(AnswerHarbour(seat, card) for card in RESOURCES) for seat in range(MOST_SEATS))


class CommercialHarbour(Progress):
    """The player makes an offer to each opponent at most once, in any order."""

    key = "commercial-harbour"
    move = CardCommercialHarbour

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        anyone_to_ask = any(s.hands[other] for other in range(s.seats) if other != seat)
        if anyone_to_ask and s.hands[seat] & ~COMMODITY_BITS:
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        ctx.push(HarbourOffers(seat))


@dataclass(frozen=True, slots=True)
class HarbourOffers(CatanStep):
    """Repeatedly offer a resource to a player not asked yet. Also asked while the hand holds commodities only."""

    kind: ClassVar[str] = "catan.ck.harbour"
    seat: int
    tried: tuple[int, ...] = ()
    done: bool = False

    def _players_to_ask(self, s: CatanState) -> list[int]:
        return [other for other in range(s.seats) if other != self.seat and other not in self.tried and s.hands[other]]

    def waiting(self, s: CatanState) -> Collection[int]:
        return ONLY_SEAT[self.seat] if not self.done and s.hands[self.seat] and self._players_to_ask(s) else NOBODY

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.harbour")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        own_kinds = [kind for kind in range(len(RESOURCES)) if count_kind(s.hands[seat], kind)]
        return [*(OFFERS[other][kind] for other in self._players_to_ask(s) for kind in own_kinds), PASS_HARBOUR]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, AnswerHarbour):
            if move.player not in self._players_to_ask(s):
                raise IllegalMove("catan.error.harbour_whom")
            if move.card not in RESOURCES:
                raise IllegalMove("move.illegal", move=str(move))
            effects.check_can_pay(s, seat, ONE[NUMBER[move.card]])
        elif not isinstance(move, Pass):
            raise IllegalMove("catan.error.harbour_first")
        elif move != PASS_HARBOUR:
            raise IllegalMove("catan.error.pass_step", step=move.step)

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> HarbourOffers:
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
    phrase_key: ClassVar[str] = "commodity"
    taker: int = 0
    card: int = 0  # the resource

    def legal(self, s: CatanState, seat: int) -> Iterable[AnswerCommodity]:
        return [move for kind, move in enumerate(COMMODITY, CLOTH) if count_kind(s.hands[seat], kind)]

    def default_move(self, s: CatanState, seat: int) -> Move:
        """The most frequent kind; of equals the first."""
        return max(self.legal(s, seat), key=lambda move: count_kind(s.hands[seat], NUMBER[move.card]))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerCommodity):
            raise IllegalMove("catan.error.commodity_first")
        if move.card not in COMMODITIES:
            raise IllegalMove("catan.error.commodity_which")
        effects.check_can_pay(s, seat, ONE[NUMBER[move.card]])

    def certain_cards(self, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The offered resource, and some commodity of the giving player."""
        if seat == self.taker and not count_kind(cards, self.card):
            return cards + ONE[self.card]
        if seat == self.seat and not cards & COMMODITY_BITS:
            return cards + ONE[draw_kind(pool & COMMODITY_BITS, chance)]
        return cards

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerCommodity)
        s = ctx.s
        commodity = NUMBER[move.card]
        effects.give_cards(s, self.taker, self.seat, ONE[self.card])
        effects.give_cards(s, self.seat, self.taker, ONE[commodity])
        effects.close_offer_of_spent_cards(ctx, self.taker, ONE[self.card])
        seats: dict[str, Any] = {"seat": self.seat, "to_seat": self.taker}
        ctx.emit("catan.play.harbour_done", **seats, card=CARDS[self.card])
        ctx.emit("catan.play.harbour_done_own", to=seats.values(), **seats, card=CARDS[commodity])


CARD: Final = CommercialHarbour()
